/**
 * Doc comments of the wire's source, which the API's description repeats: each stands beside its field, so that no
 * second list of descriptions can fall behind. The server runs from its source, so that it can read it.
 */

/** Comments of a declaration: of itself, and of its fields by their path (`draft.revision`). */
export type Comments = { readonly whole: string | null; readonly fields: ReadonlyMap<string, string> }

type Reading = { whole: string | null; readonly fields: Map<string, string> }

const declaration = /^(?:export )?const (\w+)/
const field = /^( +)(\w+)(?::|,$)/
const spread = /^( +)\.\.\.(\w+),?$/
const comment = /^ *\/\*\* ?(.*?) ?\*\/$/

/** Comments of a formatted source file, by the name of the top-level constant. */
export function commentsIn(source: string): ReadonlyMap<string, Comments> {
  const found = new Map<string, Reading>()
  let current: Reading = { whole: null, fields: new Map() }
  let above: readonly { readonly indent: number; readonly name: string }[] = []
  let waiting: string | null = null
  for (const line of onePerLine(source)) {
    const said = comment.exec(line)?.[1]
    if (said !== undefined) {
      waiting = said
      continue
    }
    const [, declared] = declaration.exec(line) ?? []
    const [, indent = '', name] = field.exec(line) ?? spread.exec(line) ?? []
    if (declared !== undefined) {
      current = { whole: waiting, fields: new Map() }
      found.set(declared, current)
      above = []
    } else if (name !== undefined) {
      above = above.filter(other => other.indent < indent.length)
      const path = above.map(other => other.name)
      if (spread.test(line)) mergeInto(current, path, found.get(name))
      else {
        above = [...above, { indent: indent.length, name }]
        if (waiting !== null) current.fields.set([...path, name].join('.'), waiting)
      }
    }
    waiting = null
  }
  return found
}

/** Lines of the source, with each doc comment on a line of its own. */
function onePerLine(source: string): readonly string[] {
  const joined = source.replace(/\/\*\*[\s\S]*?\*\//g, text => text.replace(/\s*\n\s*\*(?!\/) ?/g, ' '))
  return joined.replace(/\s*\n\s*\*\//g, ' */').split('\n')
}

/** Fields that are spread into an object bring their comments along. */
function mergeInto(target: Reading, path: readonly string[], from: Reading | undefined): void {
  for (const [name, text] of from?.fields ?? []) target.fields.set([...path, name].join('.'), text)
}
