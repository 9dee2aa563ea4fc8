import type { ProfileProblem } from '../gateway/profile.ts'
import { StorageError, type StorageReason } from '../storage/database.ts'
import { RESET_MARKER } from '../storage/replaceFile.ts'

/** The path of the page that is shown when Tillside cannot start. */
export const PROBLEM_PAGE = 'problem.html'

/** The links of the page, which main follows itself (problemWindow.ts). */
export const CHOOSE_LINK = 'choose-profile'
export const RESTART_LINK = 'open-again'

/** Why Tillside cannot start, in words for the person who installs it. */
export interface StartProblem {
  /** One sentence that says what failed. */
  readonly title: string
  /** The file concerned, or null where there is none. */
  readonly file: string | null
  /** Each line has a key and its problem, never a value. */
  readonly lines: readonly string[]
  /** What happened, what is safe and what to do. They replace the page's default last line. */
  readonly sentences?: readonly string[]
  /** Another profile would help. */
  readonly offersProfile?: boolean
}

/** The path of the settings file holds something that cannot be one. */
export class SettingsFileError extends Error {
  readonly file: string
  /** One sentence that says what is there. */
  readonly what: string

  constructor(file: string, what: string) {
    super(what)
    this.name = 'SettingsFileError'
    this.file = file
    this.what = what
  }
}

/** How to continue without a lost file. It takes a deliberate step, so that a click cannot lose sales. */
const BEGIN_ANEW = [
  'Do not enter those sales again before you have looked for them at the bank: some of them may be paid already.',
  `Only if it is lost for good: make an empty file named ${RESET_MARKER} in the same folder and open Tillside again. It then begins with no sales, and what is left of the old file stays beside the new one.`,
]

/** What happened, what is safe and what to do, in this order. */
const SENTENCES: Readonly<Record<StorageReason, readonly string[]>> = {
  missing: [
    'Sales were recorded on this computer, and the file that holds them is gone from its folder.',
    'Tillside did not begin a new one, and nothing was sent.',
    'Put the file back, from the recycle bin, from a backup, or from the drive that it was moved to. Then open Tillside again.',
    ...BEGIN_ANEW,
  ],
  damaged: [
    'The file that holds your sales is damaged, and none of it can be read.',
    'It was left as it is. Tillside did not begin a new one, and nothing was sent.',
    'Put a backup of it in its place, then open Tillside again. Support may be able to read the damaged file, so keep it.',
    ...BEGIN_ANEW,
  ],
  readOnly: [
    'Tillside may not write in the folder of your sales.',
    'Every sale in it is safe. Nothing is recorded or sent meanwhile.',
    'Give your user of this computer the right to write in this folder, or take the write protection from the drive. Then open Tillside again.',
  ],
  full: [
    'The disk of this computer is full.',
    'Every sale on it is safe. Nothing is recorded or sent meanwhile.',
    'Free some space, then open Tillside again.',
  ],
  locked: [
    'Another Tillside has them open.',
    'Every sale is safe.',
    'Go to the other window, or close it and open Tillside again.',
  ],
  lockFile: [
    'Tillside cannot use the file that is named above. It is there so that no second Tillside opens your sales at the same time.',
    'Every sale is safe. Nothing is recorded or sent meanwhile.',
    'Move what is in its place to another folder, then open Tillside again. It makes a new one by itself.',
  ],
  headFile: [
    'Tillside cannot use what is named above. A file belongs there that shows whether the file of your sales is the newest one.',
    'Every sale is safe. Nothing is recorded or sent meanwhile.',
    'Move what is in its place to another folder, then open Tillside again. It makes a new one by itself.',
  ],
  settings: [
    'The disk of your sales does not keep what Tillside needs to be sure that a sale is saved.',
    'Nothing was changed, and nothing was sent.',
    'Move the data folder to a drive inside this computer, then open Tillside again.',
  ],
  newer: [
    'A newer version of Tillside wrote them.',
    'Every sale is safe. Nothing was sent.',
    'Install the newer Tillside, then open it.',
  ],
  unsound: [
    'The disk failed while Tillside was writing.',
    'What was called saved is safe. Nothing is sent meanwhile.',
    'Open Tillside again. If this stays, tell support.',
  ],
  unusable: [
    'The file that holds your sales could not be read.',
    'It was left as it is, and nothing was sent.',
    'Restart this computer, then open Tillside again. If this stays, tell support.',
  ],
}

/** Why the back end did not start. Texts of unknown exceptions are left out, since they are not written for users. */
export function problemOf(thrown: unknown): StartProblem {
  if (thrown instanceof StorageError) {
    return {
      title: 'The sales on this computer cannot be opened.',
      file: thrown.file,
      lines: [],
      sentences: SENTENCES[thrown.reason],
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
  nav { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
  a { padding: 10px 18px; border: 1px solid #727c8b; border-radius: 6px; color: inherit; text-decoration: none; }
  a:first-child { border-color: #0b5fcc; background: #0b5fcc; color: #fff; }
  a:focus-visible { outline: 3px solid #0b5fcc; outline-offset: 2px; }
`

/**
 * A plain page without script, which works without the renderer and the back end.
 * @param nonce of this response, for the page's style
 */
export function problemPage(problem: StartProblem, nonce: string): string {
  const items = problem.lines.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join('')
  const sentences = problem.sentences ?? ['No sale was touched. Correct this, then open Tillside again.']
  const last = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')
  const list = items === '' ? '' : `<ul>${items}</ul>`
  const file = problem.file === null ? '' : `<p>File: <code>${escapeHtml(problem.file)}</code></p>`
  const links = [
    problem.offersProfile === true ? `<a href="/${CHOOSE_LINK}">Choose profile…</a>` : '',
    `<a href="/${RESTART_LINK}">Open Tillside again</a>`,
  ].join('')
  return `<!doctype html>
<html lang="en-NG">
<head><meta charset="utf-8"><title>Tillside</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>
<h1>${escapeHtml(problem.title)}</h1>
${file}
${list}
${last}
<nav>${links}</nav>
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

/**
 * Shows an invalid profile's file and keys. Tillside never starts without the profile.
 * @param offersProfile whether a person may choose another one here
 */
export function profileProblem(problems: readonly ProfileProblem[], offersProfile = false): StartProblem {
  return {
    title: 'The profile cannot be used.',
    file: problems[0]?.source ?? null,
    lines: linesOf(problems),
    offersProfile,
  }
}

/** A file that was chosen on the problem page is faulty, too, or could not be put in its place. */
export function chosenProblem(file: string, problems: readonly ProfileProblem[]): StartProblem {
  return {
    title: 'The chosen profile cannot be used.',
    file,
    lines: linesOf(problems),
    sentences: ['Nothing was changed, and no sale was touched.'],
    offersProfile: true,
  }
}

/** The chosen profile is in its place. */
export function placedPage(file: string, keptAs: string | null): StartProblem {
  return {
    title: 'The profile is in place.',
    file,
    lines: [],
    sentences: [
      ...(keptAs === null ? [] : [`The file from before is kept: ${keptAs}`]),
      'No sale was touched. A sale of another bank or of Practice waits until its own profile is back.',
      'The profile takes effect when Tillside is opened again.',
    ],
  }
}

function linesOf(problems: readonly ProfileProblem[]): readonly string[] {
  return problems.map(({ key, problem }) => (key === '' ? problem : `${key}: ${problem}`))
}
