/** Names of files, as they are kept. */

/** Most characters of a stored file name; an emoji is one. */
const longestName = 200

/** File name without the path that some browsers send and without control characters, cut between two characters. */
export function cleanName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
  return [...clean].slice(0, longestName).join('') || 'archivo'
}
