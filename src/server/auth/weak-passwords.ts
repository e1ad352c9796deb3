/**
 * Weak passwords: the most used ones, and those derived from a word, a date, a keyboard or the person's own name. The
 * dictionaries (some 150,000 words) are loaded with the first check.
 */

/** `pwned`: among the most used passwords; `characters`: found with too few guesses; null: good. */
export type Weakness = 'pwned' | 'characters' | null

/**
 * Check of a password. `personalData`: what an attacker knows of the person, such as address, name, company,
 * product. `requiredScore`: the required strength from 0 to 4; 2 takes a million guesses, 3 a hundred million.
 */
export type WeaknessCheck = (
  password: string,
  personalData: readonly string[],
  requiredScore: number,
) => Promise<Weakness>

/** Characters that are checked; the rest is ignored, which bounds the time of a check. */
const longestChecked = 100

/** Check that loads the dictionaries once; a load that failed is tried again with the next password. */
export function createWeaknessCheck(load = loadDictionaries): WeaknessCheck {
  let loading: Promise<Dictionaries> | null = null
  return async (password, personalData, requiredScore) => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    const { mostUsed, score } = await loading
    if (mostUsed.has(password.toLowerCase())) return 'pwned'
    return score(password, personalData.flatMap(wordsIn)) < requiredScore ? 'characters' : null
  }
}

export type Dictionaries = {
  readonly mostUsed: ReadonlySet<string>
  /** Strength from 0 to 4, given words that an attacker would try first. */
  readonly score: (password: string, words: string[]) => number
}

export async function loadDictionaries(): Promise<Dictionaries> {
  const [{ ZxcvbnFactory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: longestChecked,
    // One substitution pattern reads `p4$$w0rd` as a word; trying all readings takes a second for a long password.
    l33tMaxSubstitutions: 1,
  })
  return {
    mostUsed: new Set(common.dictionary['passwords-common']),
    score: (password, words) => zxcvbn.check(password, words).score,
  }
}

/** One of the data, whole and in its words: `ana.perez@norte.example`, `ana`, `perez`, `norte`, `example`. */
function wordsIn(datum: string): string[] {
  const parts = datum.split(/[^\p{L}\p{N}]+/u).filter(part => part.length > 2)
  return [datum, ...parts].filter(word => word !== '')
}
