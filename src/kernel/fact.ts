/**
 * Facts: changes of state, as the journal keeps them. Each slice defines its own kinds in `facts.ts`, with the object
 * they are about, their sentence in the journal, their content, and the subscribers that learn of them after the commit.
 */

/** Fields of an object before or after a change: never a secret, never a whole file. */
export type Snapshot = {
  readonly [field: string]: string | number | boolean | null | readonly string[] | Snapshot
}

export type FactContent = { readonly before?: Snapshot; readonly after?: Snapshot }

/** Objects of facts, with their Spanish names. */
const objectNames = {
  document: 'Pedido',
  contract: 'Contrato',
  cost_centre: 'Centro de coste',
  payment_batch: 'Remesa',
  project: 'Proyecto',
  client: 'Cliente',
  provider: 'Proveedor',
  person: 'Persona',
  invitation: 'Invitación',
  account: 'Cuenta',
  delegation: 'Sustitución',
  session: 'Sesión',
  company: 'Empresa',
  received_invoice: 'Factura recibida',
  bank_file: 'Archivo del banco',
  bank_line: 'Movimiento del banco',
  flow: 'Flujos de aprobación',
  closing: 'Cierre de mes',
  certificate_archive: 'Archivo de constancias',
  api_token: 'Clave de API',
  webhook: 'Webhook',
  file: 'Archivo',
  import: 'Importación',
  mailbox: 'Buzón de facturas',
  mailbox_message: 'Correo recibido',
} as const
export type ObjectType = keyof typeof objectNames

const namesByType = new Map<string, string>(Object.entries(objectNames))
export const objectLabel = (type: string): string => namesByType.get(type) ?? type

/**
 * Subscribers of facts. Each has its own messages, so that a slow or failing one delays no other. `notices`: the
 * bell of the people concerned; `mails`: those who must act now; `live`: screens that are open on the object;
 * `appointments`: appointments that wait for somebody invited; `invoices`: files that wait to be read; `outcomes`: mails
 * to whoever asked for an order about what became of it; `remittances`: mails to a provider about its payments. A fact
 * names none when nobody but the journal has to know of it.
 */
export const subscribers = [
  'notices',
  'mails',
  'live',
  'appointments',
  'invoices',
  'outcomes',
  'remittances',
] as const
export type SubscriberName = (typeof subscribers)[number]

/** Content type of a kind: it exists for the compiler alone. */
export type Content<C extends FactContent> = { readonly type?: C }
export const content = <C extends FactContent>(): Content<C> => ({})

/** Content as an event stored it: of an earlier release, it may lack fields. */
export type StoredContent = { readonly [field: string]: unknown } | null

export type FactDefinition = {
  readonly object: ObjectType
  /** Spanish sentence without its subject, for the journal. */
  readonly sentence: string | ((after: StoredContent) => string)
  readonly content: Content<FactContent>
  readonly subscribers?: readonly SubscriberName[]
  /** Subscribers that one fact concerns, by its content: it costs the others no message. All of the kind's when absent. */
  readonly concerned?: Concerned
}

/** A method's type, because a definition's content is more exact than the one that all share. */
type Concerned = { of(content: FactContent): readonly SubscriberName[] }['of']

/** Definitions by kind, which is object and past participle: `document.submitted`, `approval.decided`. */
export type FactDefinitions = { readonly [kind: string]: FactDefinition }

export type ContentOf<D extends FactDefinition> = D['content'] extends Content<infer C> ? C : never

export type Circumstances = {
  readonly reason?: string | null
  /** User id of the principal, when the actor is a delegate. */
  readonly onBehalfOf?: string | null
}

/** A fact as `record` writes it. */
export type Fact = FactContent &
  Circumstances & {
    readonly kind: string
    readonly object: { readonly type: ObjectType; readonly id: string }
    readonly subscribers: readonly SubscriberName[]
  }

/**
 * Definition of a slice's facts: a function that makes a fact of a kind about an object (by id), and the definitions.
 * A kind that is not defined, or content that is not the kind's, does not compile.
 */
export function defineFacts<const D extends { readonly [K in keyof D]: FactDefinition }>(definitions: D) {
  const make = <K extends keyof D & string>(
    kind: K,
    id: string,
    content: ContentOf<D[K]> & Circumstances,
  ): Fact => {
    const { object, subscribers = [], concerned }: FactDefinition = definitions[kind]
    return {
      ...content,
      kind,
      object: { type: object, id },
      subscribers: concerned?.(content) ?? subscribers,
    }
  }
  return Object.assign(make, { definitions })
}

/** A fact as it stands in the journal, for its subscribers. */
export type RecordedFact<K extends string = string, C extends FactContent = FactContent> = C & {
  readonly id: string
  readonly kind: K
  readonly at: string
  readonly objectId: string
  /** Null for the system, and for somebody unauthenticated. */
  readonly actorId: string | null
}

/**
 * A subscriber's answer to each kind that names it: a kind left out, or one that does not name it, does not compile.
 */
export type AnswersOf<D extends { readonly [K in keyof D]: FactDefinition }, S extends SubscriberName, A> = {
  readonly [K in keyof D & string as D[K] extends { readonly subscribers: readonly (infer N)[] }
    ? S extends N
      ? K
      : never
    : never]: (fact: RecordedFact<K, ContentOf<D[K]>>) => A
}

/** A function of a stored fact. A method's type, because the compiler cannot know which kind a stored fact has. */
type Answer<A> = { answer(fact: RecordedFact): A }['answer']

/** The answer to a stored fact; null for a kind without one, as of a newer release. */
export function answerTo<A>(answers: { readonly [kind: string]: Answer<A> }, fact: RecordedFact): A | null {
  return Object.hasOwn(answers, fact.kind) ? (answers[fact.kind]?.(fact) ?? null) : null
}
