/** The words for newer versions of Tillside, and for what a person can do about one. */
export const updateStrings = {
  updates: {
    title: 'Updates',
    reading: 'Reading…',
    running: (version: string) => `This is version ${version}.`,
    off: 'Updates are off. Whoever set up this computer brings newer versions.',
    notChecked: 'Nobody has asked for a newer version since Tillside was opened.',
    checking: 'Asking for a newer version…',
    upToDate: (when: string) => `There was no newer version at ${when}.`,
    available: (version: string) => `Version ${version} is available.`,
    availableHelp: 'You can sell while it is downloaded. It is not installed before a manager says so.',
    byHand:
      'It is not installed from here, since this system cannot tell us who made it. Whoever looks after this computer installs it.',
    downloading: (version: string) => `Version ${version} is being downloaded.`,
    percent: (percent: number) => `${percent} % of it is here.`,
    ready: (version: string) => `Version ${version} is here and can be installed.`,
    readyHelp:
      'Tillside waits for the sale that it is sending, closes, and opens again as the new version. From its closing to its opening nothing can be recorded.',
    waiting: (sales: string) => `Safe on this computer meanwhile, and taken up again afterwards: ${sales}.`,
    installing: (version: string) => `Version ${version} is being installed. Tillside closes in a moment.`,
    installingHelp:
      'It waits until the bank has answered what was asked last. Nothing new is sent until then.',
    failures: {
      offline: 'This computer is offline, so nobody was asked for a newer version.',
      feed: 'No newer version could be asked for: the address for updates gave no answer that we can read.',
      notPackaged:
        'This Tillside was not installed from a package that can be updated. Whoever set it up brings newer versions.',
      otherHost:
        'The newer version lies at another address than updates come from. It was not downloaded. Tell support.',
      notDownloaded: 'The newer version did not arrive whole. Nothing was changed.',
      unsigned:
        'We could not make sure who made the newer version. It was not installed, and nothing was changed. Tell support.',
      otherVersion:
        'What arrived is another version than the one that was offered. It was not installed, and nothing was changed. Tell support.',
      notInstalled: (version: string, running: string) =>
        `Version ${version} was not installed. Tillside was opened again as version ${running}, with all its sales.`,
    },
    check: 'Check for updates',
    download: 'Download',
    install: 'Install and open again',
  },
} as const
