/** For those who do not want `npm start` to fetch Electron, or have no way to it. */
export const NO_DOWNLOAD_VARIABLE = 'TILLSIDE_NO_DOWNLOAD'

/**
 * The environment of everything that is tested: nothing there fetches Electron. What would try all the same, by loading
 * its package, meets a port of this computer on which nothing answers.
 */
export const withoutElectronDownload = {
  [NO_DOWNLOAD_VARIABLE]: '1',
  ELECTRON_MIRROR: 'http://127.0.0.1:9/',
} as const
