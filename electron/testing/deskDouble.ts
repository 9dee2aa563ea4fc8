import type { DeskPorts, DesktopView, FileContent, FileProblem, Notice } from '../ports.ts'
import { err, ok } from '../../shared/result.ts'
import type { Installation } from '../settings/profileView.ts'
import { createUpdaterDouble, type UpdaterDouble } from '../updates/testing/updaterDouble.ts'

/** The desktop without a person: what it was asked for, and what a test makes happen. */
export interface DeskDouble {
  readonly ports: DeskPorts
  readonly saved: { readonly name: string; readonly text: string; readonly bytes: Buffer }[]
  /** Names of files that a person was shown in their folder. */
  readonly shownFiles: readonly string[]
  /** Papers sent to a receipt printer. */
  readonly sent: readonly { readonly address: string; readonly bytes: Uint8Array }[]
  readonly notices: readonly { readonly notice: Notice; readonly onClick: () => void }[]
  /** The fate of the next files: written, dialog closed, or the error. `unwritten`: read to their end, then a full disk. */
  answerSaving(answer: 'written' | 'closed' | 'unwritten' | FileProblem): void
  /** What a person picks in the next open dialogs; null: they close it. */
  pickProfile(text: string | null): void
  /** The same for a backup. */
  pickBackup(bytes: Uint8Array | null): void
  /** The same for any file. */
  pickFile(file: string | null, bytes?: Uint8Array): void
  /** Profiles put in their place, in order. */
  readonly placed: readonly { readonly file: string; readonly text: string }[]
  /** The computer sleeps, or its screen is locked. */
  goAway(): void
  timesLeft(): number
  timesHidden(): number
  shown(): DesktopView | null
  /** Newer versions, if the profile names a feed. */
  readonly updates: UpdaterDouble
  writeLog(lines: readonly string[]): void
  /** What the till's program asks of the open door; undefined while it is shut. */
  door(): ((request: globalThis.Request) => Promise<Response>) | undefined
  /** The program is gone, with its listeners. */
  forget(): void
}

export function createDeskDouble(): DeskDouble {
  const saved: { readonly name: string; readonly text: string; readonly bytes: Buffer }[] = []
  const shownFiles: string[] = []
  const sent: { readonly address: string; readonly bytes: Uint8Array }[] = []
  const notices: { readonly notice: Notice; readonly onClick: () => void }[] = []
  const placed: { readonly file: string; readonly text: string }[] = []
  let picked: string | null = null
  let pickedBackup: Uint8Array | null = null
  let pickedFile: { readonly file: string; readonly bytes: Uint8Array } | null = null
  let listeners: readonly (() => void)[] = []
  let answer: 'written' | 'closed' | 'unwritten' | FileProblem = 'written'
  let timesLeft = 0
  let timesHidden = 0
  let shown: DesktopView | null = null
  let log: readonly string[] = []
  const doors: { readonly port: number; readonly answer: (request: Request) => Promise<Response> }[] = []
  const updates = createUpdaterDouble()
  return {
    ports: {
      presence: {
        onAway: (listener) => {
          listeners = [...listeners, listener]
          return () => {
            listeners = listeners.filter((other) => other !== listener)
          }
        },
      },
      files: {
        save: async (name, content) => {
          if (answer === 'closed') return ok(null)
          if (answer !== 'written' && answer !== 'unwritten') return err(answer)
          const bytes = await bytesOf(content)
          if (answer === 'unwritten') return err('full')
          if (bytes === null) return err('other')
          saved.push({
            name,
            bytes,
            get text() {
              return bytes.toString('utf8')
            },
          })
          return ok(`/documents/${name}`)
        },
        showLast: () => void shownFiles.push(saved.at(-1)?.name ?? ''),
      },
      profileFiles: {
        ask: async () => (picked === null ? null : { file: '/usb/shop.json', text: ok(picked) }),
        place: (file, text) => {
          if (answer === 'unwritten') return err('full')
          if (answer !== 'written' && answer !== 'closed') return err(answer)
          placed.push({ file, text })
          return ok({ keptAs: null })
        },
      },
      pickedFiles: {
        ask: async (ending) =>
          ending === null ? (pickedFile?.file ?? null) : pickedBackup === null ? null : '/usb/backup.tgz',
        read: (file) => {
          if (file === pickedFile?.file) return bytesIn(pickedFile.bytes)
          return bytesIn(file === '/usb/backup.tgz' ? pickedBackup : (saved.at(-1)?.bytes ?? null))
        },
      },
      papers: {
        pdf: async () => Buffer.from('%PDF-1.7 test'),
        send: async (address, bytes) => {
          sent.push({ address, bytes })
          return answer === 'written' ? 'sent' : 'unreachable'
        },
        print: async () => (answer === 'written' ? 'sent' : answer === 'closed' ? 'cancelled' : 'failed'),
      },
      machine: {
        electron: null,
        node: '24.0.0',
        system: 'Linux 6.0 x64',
        freeBytes: () => 12_345_678_901,
        logTail: (count) => log.slice(-count),
      },
      leave: () => {
        timesLeft += 1
      },
      localServer: {
        open: async (port, answer) => {
          doors.push({ port, answer: async (request) => answer(request, () => undefined) })
          return ok({ port, close: async () => void doors.pop() })
        },
      },
      notify: (notice, onClick) => void notices.push({ notice, onClick }),
      desktop: {
        show: (seen) => {
          shown = seen
        },
        hideWindow: () => {
          timesHidden += 1
        },
      },
      updater: updates.updater,
      leaving: updates.leaving,
    },
    saved,
    sent,
    placed,
    pickProfile: (text) => {
      picked = text
    },
    pickFile: (file, bytes) => {
      pickedFile = file === null ? null : { file, bytes: bytes ?? new Uint8Array() }
    },
    pickBackup: (bytes) => {
      pickedBackup = bytes
    },
    notices,
    shownFiles,
    answerSaving: (next) => {
      answer = next
    },
    goAway: () => {
      for (const listener of listeners) listener()
    },
    timesLeft: () => timesLeft,
    timesHidden: () => timesHidden,
    shown: () => shown,
    updates,
    writeLog: (lines) => {
      log = lines
    },
    door: () => doors.at(-1)?.answer,
    forget: () => {
      listeners = []
      doors.length = 0
    },
  }
}

export function installationIn(dataDir: string): Installation {
  return {
    profileFile: null,
    profileOrigin: 'builtIn',
    profileKeys: [],
    nextProfile: `${dataDir}/profile.json`,
    dataDir,
    isDataDirMoved: false,
    otherDataDir: `${dataDir}/other`,
    logDir: `${dataDir}/logs`,
  }
}

/** Null: a part of it could not be read, as the writer of real files finds it. */
async function bytesOf(content: FileContent): Promise<Buffer | null> {
  if (typeof content === 'string') return Buffer.from(content)
  const parts: Buffer[] = []
  try {
    for await (const part of content) parts.push(Buffer.from(part))
  } catch {
    return null
  }
  return Buffer.concat(parts)
}

async function* bytesIn(bytes: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (bytes !== null) yield bytes
}
