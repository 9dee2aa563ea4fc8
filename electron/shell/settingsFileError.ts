/** What stands in the place of the settings file is no such file. */
export class SettingsFileError extends Error {
  readonly file: string
  /** What it is, as a sentence. */
  readonly what: string

  constructor(file: string, what: string) {
    super(what)
    this.name = 'SettingsFileError'
    this.file = file
    this.what = what
  }
}
