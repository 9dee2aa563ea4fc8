/** For people who do not want `npm start` to download Electron, or cannot. */
export const NO_DOWNLOAD_VARIABLE = 'TILLSIDE_NO_DOWNLOAD'

/** The environment of every test: an attempt to download Electron meets a closed port of this computer. */
export const withoutElectronDownload = {
  [NO_DOWNLOAD_VARIABLE]: '1',
  ELECTRON_MIRROR: 'http://127.0.0.1:9/',
} as const
