/**
 * Filters of SCIM (RFC 7644, section 3.4.2.2): text into a tree, within bounds of length, terms and depth. Of the
 * comparisons those are understood that a text or a truth value can answer.
 */
import { attributeNamed } from '#features/scim/rules/attributes.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew'] as const
export type Comparison = (typeof comparisons)[number]

export type Filter =
  | { readonly kind: 'compare'; readonly attribute: string; readonly by: Comparison; readonly value: Value }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'and' | 'or'; readonly all: readonly Filter[] }
  | { readonly kind: 'not'; readonly inner: Filter }
type Value = string | boolean | null

export const longestFilter = 2000
export const maxTerms = 30
export const deepestFilter = 10

type Token = { readonly kind: 'sign' | 'word' | 'text'; readonly text: string }

const refused = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail)

/** The tree of a filter. @throws ScimError `invalidFilter`. */
export function parseFilter(text: string): Filter {
  if (text.length > longestFilter) throw refused('El filtro es demasiado largo.')
  const reader = new Reader(tokensIn(text))
  const filter = reader.either('', 0)
  reader.end()
  return filter
}

const tokenForm = /\s*(?:([()[\]])|"((?:[^"\\]|\\.)*)"|([^\s()[\]"]+))/y

function tokensIn(text: string): Token[] {
  const tokens: Token[] = []
  const source = text.trimEnd()
  tokenForm.lastIndex = 0
  while (tokenForm.lastIndex < source.length) {
    const found = tokenForm.exec(source)
    if (!found) throw refused('El filtro no se entiende.')
    const [, sign, quoted, word] = found
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: unescaped(quoted) })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

/** The text between quotes, whose escapes are those of JSON. */
function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`))
  } catch {
    throw refused('El filtro lleva un texto que no se entiende.')
  }
}

/** Reads tokens by descent. `within`: the attribute in whose brackets it reads, with a dot; empty outside. */
class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #terms = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw refused('Sobra algo al final del filtro.')
  }

  either(within: string, depth: number): Filter {
    return this.#joined('or', depth, () => this.#joined('and', depth, () => this.#term(within, depth)))
  }

  #joined(kind: 'and' | 'or', depth: number, next: () => Filter): Filter {
    if (depth > deepestFilter) throw refused('El filtro está demasiado anidado.')
    const all = [next()]
    while (this.#takes(kind)) all.push(next())
    const [only] = all
    return only !== undefined && all.length === 1 ? only : { kind, all }
  }

  #term(within: string, depth: number): Filter {
    if (++this.#terms > maxTerms) throw refused('El filtro tiene demasiadas condiciones.')
    if (this.#takes('not')) return { kind: 'not', inner: this.#inBrackets('(', ')', within, depth) }
    if (this.#peek('(')) return this.#inBrackets('(', ')', within, depth)
    const attribute = this.#attribute(within)
    if (within === '' && this.#peek('[')) return this.#inBrackets('[', ']', `${attribute}.`, depth)
    return this.#comparison(attribute)
  }

  #attribute(within: string): string {
    const { kind, text } = this.#next()
    const attribute = kind === 'word' ? attributeNamed(within + text) : null
    if (attribute === null) throw refused('El filtro nombra un atributo que no existe.')
    return attribute
  }

  #comparison(attribute: string): Filter {
    const written = this.#next()
    const operator = written.kind === 'word' ? written.text.toLowerCase() : ''
    if (operator === 'pr') return { kind: 'present', attribute }
    const by = comparisons.find(each => each === operator)
    if (by === undefined) throw refused('El filtro compara de una forma que no se admite.')
    return { kind: 'compare', attribute, by, value: this.#value() }
  }

  #value(): Value {
    const { kind, text } = this.#next()
    if (kind === 'text') return text
    const words: { readonly [word: string]: Value } = { true: true, false: false, null: null }
    const value = kind === 'word' ? words[text.toLowerCase()] : undefined
    if (value === undefined) throw refused('El filtro compara con un valor que no se admite.')
    return value
  }

  #inBrackets(open: string, close: string, within: string, depth: number): Filter {
    this.#sign(open)
    const inner = this.either(within, depth + 1)
    this.#sign(close)
    return inner
  }

  #sign(text: string): void {
    const token = this.#next()
    if (token.kind !== 'sign' || token.text !== text) throw refused(`En el filtro falta «${text}».`)
  }

  #peek(sign: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'sign' && token.text === sign
  }

  #takes(word: string): boolean {
    const token = this.#tokens[this.#at]
    const isThere = token?.kind === 'word' && token.text.toLowerCase() === word
    if (isThere) this.#at++
    return isThere
  }

  #next(): Token {
    const token = this.#tokens[this.#at++]
    if (!token) throw refused('El filtro está incompleto.')
    return token
  }
}
