import { verifier } from './verifier.ts'

/** The page's own elements, by their ids. */
interface Elements {
  readonly pack: { readonly files: ArrayLike<{ arrayBuffer(): Promise<ArrayBuffer> }> | null } & Listening
  readonly digits: { readonly value: string } & Listening
  readonly close: { readonly value: string } & Listening
  readonly said: { textContent: string | null; className: string }
  readonly found: { textContent: string | null; append(child: unknown): void }
  readonly practice: { hidden: boolean }
}
interface Listening {
  addEventListener(name: 'change' | 'input', run: () => void): void
}
declare const document: {
  getElementById(id: string): unknown
  createElement(name: string): { textContent: string | null }
}

/** What the page does with the person's choice. It runs by its own text, as {@link verifier} does. */
function page(check: ReturnType<typeof verifier>): void {
  const of = <Id extends keyof Elements>(id: Id) => document.getElementById(id) as Elements[Id]
  const words = {
    sound:
      'Sound. Every file is as it was signed, and the key is the one whose digits you typed. What this proves, and what it does not, stands below.',
    unknownKey:
      'Unknown key. Nothing in the pack contradicts itself, but anyone can make such a pack with a key of their own. Type the digits of the key as a close on paper has them.',
    broken: 'Broken. This pack is not as it was made:',
  }
  async function look(): Promise<void> {
    const file = of('pack').files?.[0]
    of('found').textContent = ''
    of('practice').hidden = true
    if (file === undefined) return
    const say = (text: string, look: string): void => {
      of('said').textContent = text
      of('said').className = look
    }
    try {
      await check.importKey(new Uint8Array(32))
    } catch {
      return say(
        'This browser cannot check signatures of Ed25519. Chrome and Edge can from version 137, Firefox from 129, Safari from 17.',
        'broken',
      )
    }
    try {
      const files = await check.unzipped(new Uint8Array(await file.arrayBuffer()))
      const { verdict, findings, fingerprint, environment } = await check.verify(
        files,
        of('digits').value,
        of('close').value,
      )
      say(words[verdict], verdict)
      of('practice').hidden = environment !== 'practice'
      const digits = (fingerprint.slice(0, 32).match(/.{1,4}/g) ?? []).join('-').toUpperCase()
      for (const text of [
        ...findings.map((each) => `${each.check}: ${each.says}`),
        `The key in the pack: ${digits}`,
      ]) {
        const line = document.createElement('li')
        line.textContent = text
        of('found').append(line)
      }
    } catch (error) {
      say(
        `Broken. This is no whole pack: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
        'broken',
      )
    }
  }
  for (const id of ['pack', 'digits', 'close'] as const) of(id).addEventListener('change', () => void look())
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
label{display:block;margin:1rem 0 .25rem;font-weight:600}input{font:inherit;width:100%;box-sizing:border-box;padding:.4rem}
#said{margin-top:1.5rem;padding:.75rem 1rem;border-left:6px solid #888;background:#f2f2f2}#said:empty{display:none}
#said.sound{border-color:#1a7f37;background:#e6f4ea}#said.broken{border-color:#b42318;background:#fdecea}
#said.unknownKey{border-color:#9a6700;background:#fff6dd}#practice{padding:.75rem 1rem;background:#5b21b6;color:#fff;font-weight:600}
#found{overflow-wrap:anywhere}`

/** One file, without a network, that checks a pack in a browser. The same on every counter of a version. */
export function verifyPage(): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Check a Tillside dispute pack</title><style>${STYLE}</style></head><body>
<h1>Check a Tillside dispute pack</h1>
<p>Nothing leaves this computer. Use a copy of this page that you had before, or got from someone else than the sender of the pack: a page that came in a pack says what its sender wants.</p>
<label for="pack">The pack, a zip file</label><input id="pack" type="file" accept=".zip">
<label for="digits">The digits of the counter’s key, from a close on paper</label><input id="digits" autocomplete="off" spellcheck="false">
<label for="close">The digits of that close, if it is the one after the sale</label><input id="close" autocomplete="off" spellcheck="false">
<p id="practice" hidden>PRACTICE: nothing in this pack is real.</p>
<p id="said" role="status"></p><ul id="found"></ul>
<h2>What it proves</h2>
<p>The files are those that the counter with this key signed. Each entry of its audit has its hash, and entries that follow each other are chained. The case and its sales are what those entries say.</p>
<h2>What it does not prove</h2>
<p>A person with the counter’s computer could write a new audit and sign it. To find out, compare the digits of a close that you got before, and the bank’s own answers. Times are those of the counter’s clock.</p>
<script>'use strict';(${page.toString()})((${verifier.toString()})())</script>
</body></html>
`
}
