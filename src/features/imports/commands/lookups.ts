/** Things that cells name, found in the company: exactly one that may be used, or the fault of the cell. */
import type { Read } from '#features/imports/rules/cells.ts'
import { clientsNamed, type Named, providersNamed } from '#features/imports/store/names.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Noun = {
  /** 'un cliente' */
  readonly one: string
  /** 'varios clientes' */
  readonly several: string
  /** 'su NIF' */
  readonly by: string
}

const client: Noun = { one: 'ningún cliente', several: 'varios clientes', by: 'su NIF' }
const provider: Noun = { one: 'ningún proveedor', several: 'varios proveedores', by: 'su NIF o su código' }
export const contractNoun: Noun = { one: 'ningún contrato', several: 'varios contratos', by: 'su código' }
export const projectNoun: Noun = { one: 'ningún proyecto', several: 'varios proyectos', by: 'su código' }

export const centreNoun: Noun = {
  one: 'ningún centro de coste',
  several: 'varios centros de coste',
  by: 'su código',
}

/** The only thing that a cell names, of those found; of several, the only active one. */
export function onlyOne<Thing extends Named>(text: string, found: readonly Thing[], noun: Noun): Read<Thing> {
  if (text === '') return { value: null, fault: null }
  const [first] = found
  if (first === undefined) return { value: null, fault: `No hay ${noun.one} «${text}»` }
  const active = found.filter(({ isActive }) => isActive)
  const [only, ...others] = active
  if (others.length > 0) return { value: null, fault: `Hay ${noun.several} «${text}»: escribe ${noun.by}` }
  return only === undefined
    ? { value: null, fault: `No está activo: ${first.name}` }
    : { value: only, fault: null }
}

export const readClient = async (tx: TenantTx, text: string): Promise<Read<Named>> =>
  onlyOne(text, await clientsNamed(tx, text), client)

export const readProvider = async (tx: TenantTx, text: string): Promise<Read<Named>> =>
  onlyOne(text, await providersNamed(tx, text), provider)

/** Several things of a cell: all that were found, and the faults of the others together. */
export async function readSeveral<Thing extends Named>(
  texts: readonly string[],
  read: (text: string) => Promise<Read<Thing>>,
): Promise<{ readonly found: readonly Thing[]; readonly fault: string | null }> {
  const reads: Read<Thing>[] = []
  for (const text of texts) reads.push(await read(text))
  const faults = reads.flatMap(({ fault }) => fault ?? [])
  return {
    found: reads.flatMap(({ value }) => value ?? []),
    fault: faults.length === 0 ? null : faults.join('. '),
  }
}

/** Ids that are sound and of nothing: they stand for what was not found while the rest of a row is judged. */
export const nobody = {
  client: '00000000-0000-0000-0000-000000000000',
  provider: 'PRV-999999999',
  contract: 'CTR-999999999',
  project: 'PRJ-999999999',
} as const

/** Id of what was found; of something sound where it was not, and undefined where nothing is named. */
export const soundId = (
  { value, fault }: Read<{ readonly id: string }>,
  instead: string,
): string | undefined => (fault === null ? value?.id : instead)
