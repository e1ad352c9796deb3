/**
 * Weak passwords: the most used ones, and those derived from a word, a date, a keyboard or the person's own name. The
 * dictionaries (some 150,000 words) are loaded with the first check.
 */

/** `pwned`: among the most used passwords; `characters`: found with too few guesses; null: good. */
export type Weakness = 'pwned' | 'characters' | null

/**
 * Check of a password. `inputs`: facts about the person that an attacker knows, such as address, name, company,
 * product. `goodScore`: the required strength from 0 to 4; 2 takes a million guesses, 3 a hundred million.
 */
export type WeakPasswords = (
  password: string,
  inputs: readonly string[],
  goodScore: number,
) => Promise<Weakness>

/** Characters that are checked; the rest is ignored, which bounds the time of a check. */
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
    // One substitution pattern reads `p4$$w0rd` as a word; trying all readings takes a second for a long password.
    l33tMaxSubstitutions: 1,
  })
  return {
    mostUsed: new Set(common.dictionary['passwords-common']),
    score: (password, inputs) => zxcvbn.check(password, inputs).score,
  }
}

/** An input whole and in its words: `ana.perez@norte.example`, `ana`, `perez`, `norte`, `example`. */
function wordsIn(input: string): string[] {
  const parts = input.split(/[^\p{L}\p{N}]+/u).filter(part => part.length > 2)
  return [input, ...parts].filter(word => word !== '')
}
