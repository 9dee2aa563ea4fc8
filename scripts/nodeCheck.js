/*
 * The first step of every script that runs the sources: it explains why the current Node is not suitable, before Node
 * fails on a file that it cannot read. Plain JavaScript, so that an old Node can read it.
 */

/**
 * Versions before 24.11 have bugs in SQLite or in loading TypeScript; 25 is no longer maintained.
 * @param {string} version
 */
function isFit(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return (major === 24 && minor >= 11) || major === 26
}

if (!isFit(process.version)) {
  console.error(`Tillside's scripts need Node 24.11 or later of 24, or Node 26. This is ${process.version}:
  ${process.execPath}
On Linux and macOS, and on Windows for x64, npm brings one along: npm ci --include=optional
Elsewhere, or where that does not help, install Node 24 from https://nodejs.org and run npm ci again.`)
  process.exitCode = 1
}
