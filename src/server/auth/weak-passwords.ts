/**
 * Passwords that are guessed first: those that everybody uses, and those that follow from a word, a date, a
 * keyboard or the person's own name. The dictionaries (some 150.000 words) are loaded with the first question.
 */

/** `pwned`: one of the most used of all; `characters`: too few guesses lead to it; null: good. */
export type Weakness = 'pwned' | 'characters' | null

/**
 * `inputs`: what somebody who guesses knows of the person, such as address, name, company, product. `goodScore`:
 * from 0 to 4, how hard it has to be; 2 takes a million guesses, 3 a hundred million.
 */
export type WeakPasswords = (
  password: string,
  inputs: readonly string[],
  goodScore: number,
) => Promise<Weakness>

/** What comes after is not looked at: how long a question takes is bounded. */
const longestLookedAt = 100

export function openWeakPasswords(): WeakPasswords {
  let loading: Promise<Judge> | null = null
  return async (password, inputs, goodScore) => {
    loading ??= load()
    const judge = await loading
    if (judge.mostUsed.has(password.toLowerCase())) return 'pwned'
    return judge.score(password, inputs.flatMap(wordsIn)) < goodScore ? 'characters' : null
  }
}

type Judge = {
  readonly mostUsed: ReadonlySet<string>
  readonly score: (password: string, inputs: string[]) => number
}

async function load(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: longestLookedAt,
    // `p4$$w0rd` is read as one word; trying every other reading too takes a second for a long password.
    l33tMaxSubstitutions: 1,
  })
  return {
    mostUsed: new Set(common.dictionary['passwords-common']),
    score: (password, inputs) => zxcvbn.check(password, inputs).score,
  }
}

/** `ana.perez@norte.example` is guessed whole and in its parts. */
function wordsIn(input: string): string[] {
  const parts = input.split(/[^\p{L}\p{N}]+/u).filter(part => part.length > 2)
  return [input, ...parts].filter(word => word !== '')
}
