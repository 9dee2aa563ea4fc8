import { StorageError } from '../storage/database.ts'
import { SettingsFileError } from './settingsFileError.ts'
import { storageSentences } from './storageProblem.ts'

/** Where the page stands that is shown when Tillside cannot start. */
export const PROBLEM_PAGE = 'problem.html'

/** What keeps Tillside from starting, in words for whoever installs it. */
export interface StartProblem {
  /** What could not be done, as one sentence. */
  readonly title: string
  /** The file concerned, or null where it is none. */
  readonly file: string | null
  /** One line each: the key and what is wrong with it. Never a value. */
  readonly lines: readonly string[]
  /** What is true, what is safe and what to do, a sentence or two each; in place of the page's own last line. */
  readonly sentences?: readonly string[]
}

/** What kept the back end from starting, without a word of an exception that nobody wrote for people. */
export function problemOf(thrown: unknown): StartProblem {
  if (thrown instanceof StorageError) {
    return {
      title: 'The sales on this computer cannot be opened.',
      file: thrown.file,
      lines: [],
      sentences: storageSentences(thrown),
    }
  }
  if (thrown instanceof SettingsFileError) {
    return {
      title: 'The settings on this computer cannot be opened.',
      file: thrown.file,
      lines: [],
      sentences: [
        thrown.what,
        'It was left as it is. Every sale is safe, and nothing was sent.',
        'Move it to another place, then open Tillside again. It begins with new settings: sign in and choose the terminal; a manager resets their PIN.',
      ],
    }
  }
  const kind = thrown instanceof Error ? thrown.name : typeof thrown
  return { title: 'Tillside cannot start.', file: null, lines: [`unexpected: ${kind}`] }
}

const STYLE = `
  body { margin: 0; padding: 48px; font: 16px/24px system-ui, sans-serif; color: #1b1b1b; background: #fff; }
  main { max-width: 72ch; margin: 0 auto; }
  h1 { font-size: 28px; line-height: 36px; margin: 0 0 16px; }
  code { font: 14px/22px ui-monospace, monospace; overflow-wrap: anywhere; }
  li { margin: 8px 0; }
`

/**
 * A plain page without script. It needs neither the renderer nor the back end, so that it works when they don't.
 * @param nonce of this response, for the page's own style
 */
export function problemPage(problem: StartProblem, nonce: string): string {
  const items = problem.lines.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join('')
  const sentences = problem.sentences ?? ['No sale was touched. Correct this, then open Tillside again.']
  const last = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')
  const list = items === '' ? '' : `<ul>${items}</ul>`
  const file = problem.file === null ? '' : `<p>File: <code>${escapeHtml(problem.file)}</code></p>`
  return `<!doctype html>
<html lang="en-NG">
<head><meta charset="utf-8"><title>Tillside</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>
<h1>${escapeHtml(problem.title)}</h1>
${file}
${list}
${last}
</main></body>
</html>
`
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/gu, (character) => names[character] ?? '')
}
