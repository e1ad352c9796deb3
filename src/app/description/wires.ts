/** Schemas of the wire by name, and the comments of their source: every `…Wire` of the kernel and of the slices. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { kernelWords } from '#app/description/kernel-words.ts'
import { type Comments, commentsIn } from '#server/openapi/comments.ts'
import { componentName } from '#server/openapi/document.ts'
import type { Named } from '#server/openapi/schemas.ts'

export type Wires = {
  readonly named: ReadonlyMap<z.ZodType, Named>
  readonly comments: ReadonlyMap<string, Comments>
}

const source = fileURLToPath(new URL('../../', import.meta.url))
const files = ['kernel/{wire,problem}.ts', 'features/*/wire.ts', 'features/*/wire/*.ts']

/** Reads the names from the modules themselves, which the routes have loaded already. */
export async function readWires(): Promise<Wires> {
  const named = new Map<z.ZodType, Named>()
  const comments = new Map<string, Comments>()
  for (const file of globSync(files, { cwd: source }).toSorted()) {
    const module: object = await import(pathToFileURL(source + file).href)
    const said = commentsIn(readFileSync(source + file, 'utf8'))
    for (const [name, value] of Object.entries(module)) {
      const ofConstant = said.get(name)
      if (isEndpoint(value) && ofConstant) addCallComments(comments, value.id, ofConstant)
      if (!(value instanceof z.ZodType) || !name.endsWith('Wire') || named.has(value)) continue
      const id = freeName(name.replace(/Wire$/, ''), sliceFrom(file), named)
      named.set(value, { id, ...kernelWords[name] })
      if (ofConstant) comments.set(id, ofConstant)
    }
  }
  return { named, comments }
}

const isEndpoint = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value

const sliceFrom = (file: string): string => file.split('/')[1] ?? ''

/** The name itself; where another slice has it already, with the name of the slice before it. */
function freeName(name: string, slice: string, named: Wires['named']): string {
  const isTaken = [...named.values()].some(({ id }) => id === name)
  return isTaken
    ? componentName(
        slice.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        name,
      )
    : name
}

/** Comments inside an endpoint say something of its request, its answer, its query or its path. */
function addCallComments(comments: Map<string, Comments>, id: string, { fields }: Comments): void {
  const parts = { body: 'Request', response: 'Response', query: 'Query', params: 'Path' }
  for (const [part, suffix] of Object.entries(parts)) {
    const own = [...fields].filter(([path]) => path.startsWith(`${part}.`))
    const whole = part === 'body' || part === 'response' ? (fields.get(part) ?? null) : null
    comments.set(componentName(id, suffix), {
      whole,
      fields: new Map(own.map(([path, text]) => [path.slice(part.length + 1), text])),
    })
  }
}
