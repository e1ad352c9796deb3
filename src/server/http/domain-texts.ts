/** Texts that stand in the DNS, by which somebody shows that a domain is theirs. */
import { Resolver } from 'node:dns/promises'

/** Texts (TXT) under a name; none where there is no such name, or nobody answers for it. */
export async function findTexts(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map(chunks => chunks.join(''))
  } catch {
    return []
  }
}
