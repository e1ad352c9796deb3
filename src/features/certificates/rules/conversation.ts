/** Part of an order's conversation that a Constancia prints. */

/** Lines of the paper that texts, names and files of comments may take, in about eight pages. */
export const conversationLines = 400
const lineWidth = 90

type Said = {
  readonly text: string
  readonly mentioned: readonly string[]
  readonly files: readonly { readonly name: string }[]
}

/**
 * True for each comment that is printed whole, in the order in which they were written: one that does not fit in what is
 * left leaves its place to a shorter one after it. Of the others the paper has the digest.
 */
export function printedWhole(comments: readonly Said[]): readonly boolean[] {
  let left = conversationLines
  return comments.map(comment => {
    const lines = linesTaken(comment)
    if (lines > left) return false
    left -= lines
    return true
  })
}

function linesTaken({ text, mentioned, files }: Said): number {
  const written = text.split('\n').map(line => rows(line.length))
  const named = mentioned.length === 0 ? [] : [rows(mentioned.join(', ').length)]
  // Below the name of a file stands its digest.
  const attached = files.map(({ name }) => rows(name.length) + 1)
  return [...written, ...named, ...attached].reduce((sum, each) => sum + each, 0)
}

const rows = (letters: number): number => Math.max(1, Math.ceil(letters / lineWidth))
