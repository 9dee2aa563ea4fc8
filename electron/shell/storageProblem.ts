import type { StorageError, StorageReason } from '../storage/database.ts'
import { LEAVE_TO_BEGIN_ANEW } from '../storage/replaceFile.ts'

/** The way on for a file that will not come back. It is an act of its own, so that nobody loses sales by a click. */
const BEGIN_ANEW = [
  'Do not enter those sales again before you have looked for them at the bank: some of them may be paid already.',
  `Only if it is lost for good: make an empty file named ${LEAVE_TO_BEGIN_ANEW} in the same folder and open Tillside again. It then begins with no sales, and keeps whatever is left of the old file beside the new one.`,
]

/** What is true, what is safe, and what to do, in this order. */
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
  settings: [
    'The disk of your sales does not keep what Tillside needs to be sure that a sale is saved.',
    'Nothing was changed, and nothing was sent.',
    'Move the data folder to a drive inside this computer, then open Tillside again.',
  ],
  newer: [
    'A newer Tillside wrote them.',
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

export function storageSentences(error: StorageError): readonly string[] {
  return SENTENCES[error.reason]
}
