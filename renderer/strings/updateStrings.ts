/** The words for newer versions of Tillside, and for what a person can do about one. */
export const updateStrings = {
  updates: {
    title: 'Updates',
    reading: 'Reading…',
    running: (version: string) => `This is version ${version}.`,
    off: 'Updates are off. The person who set up this computer installs newer versions.',
    notChecked: 'We have not checked for a newer version since Tillside was opened.',
    checking: 'Asking for a newer version…',
    upToDate: (when: string) => `There was no newer version at ${when}.`,
    available: (version: string) => `Version ${version} is available.`,
    availableHelp: 'You can sell while it is downloaded. It is installed only when a manager says so.',
    byHand:
      'It is not installed from here, since this system cannot tell us who made it. The person who looks after this computer installs it.',
    downloading: (version: string) => `Version ${version} is being downloaded.`,
    percent: (percent: number) => `${percent} % is downloaded.`,
    ready: (version: string) => `Version ${version} is downloaded and can be installed.`,
    readyHelp:
      'Tillside waits for the sale that it is sending, closes, and opens again as the new version. While it is closed nothing can be recorded.',
    waiting: (sales: string) => `Safe on this computer, to be continued afterwards: ${sales}.`,
    installing: (version: string) => `Version ${version} is being installed. Tillside closes in a moment.`,
    installingHelp: 'It first waits for the bank’s last answer. Nothing new is sent until then.',
    failures: {
      offline: 'This computer is offline, so we could not check for a newer version.',
      feed: 'We could not check for a newer version: the address for updates gave no answer that we can read.',
      notPackaged:
        'This Tillside was not installed from a package that can be updated. The person who set it up installs newer versions.',
      otherHost:
        'The newer version is at another address than our updates. It was not downloaded. Tell support.',
      notDownloaded: 'The download of the newer version was not complete. Nothing was changed.',
      unsigned:
        'We could not make sure who made the newer version. It was not installed, and nothing was changed. Tell support.',
      otherVersion:
        'The downloaded version is not the one that was offered. It was not installed, and nothing was changed. Tell support.',
      notInstalled: (version: string, running: string) =>
        `Version ${version} was not installed. Tillside was opened again as version ${running}, with all its sales.`,
    },
    check: 'Check for updates',
    download: 'Download',
    install: 'Install and open again',
  },
} as const
