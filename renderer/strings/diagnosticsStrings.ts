/**
 * The words of Diagnostics, for support and for the person who looks after a counter; a part of the catalogue in
 * lazyStrings.ts.
 */
export const diagnosticsStrings = {
  connectionCheck: {
    title: 'Connection to the bank',
    help: 'Asks the bank for its terminals, the newest transactions and two references that cannot exist. It changes nothing there.',
    check: 'Check the connection',
    busy: 'Asking the bank…',
    set: 'This profile does not fit the bank in one point or more. Have these keys set in its file:',
    setting: (key: string, value: string | number) => `"${key}": ${JSON.stringify(value)}`,
    verdicts: { good: 'Good', care: 'Take care', stopped: 'Stops the counter' },
    came: (answer: string) => `Answer: ${answer}`,
  },
  diagnostics: {
    technical: 'Technical details',
    setIn: (file: string) => `Set by installer: in ${file}`,
    choices: 'Choices of this computer',
    choiceSources: { here: 'Set at this computer', default: 'Default' },
    save: 'Save diagnostics',
    saving: 'Writing…',
  },
} as const
