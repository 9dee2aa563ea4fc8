/** Words for another profile from a file. */
export const profileStrings = {
  profileChoice: {
    title: 'Profile',
    now: (name: string, serviceHost: string | null) =>
      serviceHost === null ? `${name}: the practice bank in this app.` : `${name}: ${serviceHost}.`,
    helpPractice:
      'A profile is the file that your bank or installer gives you. With it, this counter works with your bank.',
    help: 'Another profile takes effect after a restart.',
    choose: 'Choose profile…',
    wrong: 'Tillside cannot use this file as a profile. Nothing was changed.',
    wrongFile: (file: string) => `The file: ${file}`,
    question: 'Use this profile?',
    name: 'Name',
    kind: 'Kind',
    kinds: { live: 'Live: real money', practice: 'Practice: nothing is real' },
    service: 'Service',
    practiceBank: 'The practice bank in this app',
    place: 'Copied to',
    leftWaiting: (count: number) =>
      count === 1
        ? '1 sale is not accepted yet. It stays on this computer and waits until the current profile is back.'
        : `${count} sales are not accepted yet. They stay on this computer and wait until the current profile is back.`,
    fromRestart: 'It takes effect after a restart. Sales stay as they are.',
    keep: 'Cancel',
    use: 'Use this profile',
    placed: (place: string) => `The profile is in place: ${place}. It takes effect after a restart.`,
    kept: (file: string) => `The profile from before is kept: ${file}`,
    restart: 'Restart now',
  },
} as const
