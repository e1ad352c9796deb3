/**
 * A refusal: the business does not permit something. It is a value, not an exception: rules return it, commands pass
 * it on (the transaction rolls back exactly as for a throw) and the wire turns it into a problem.
 */
export type Refusal<Kind extends string = string> = {
  readonly refused: Kind
  readonly facts?: Facts
  /** JSON pointer of the field that it is about. */
  readonly at?: string
}

/** Facts that explain a refusal to the refused person: amounts, names, the current state. */
export type Facts = { readonly [name: string]: string | number | boolean | null }

export function refuse<const Kind extends string>(refused: Kind, facts?: Facts): Refusal<Kind> {
  return facts === undefined ? { refused } : { refused, facts }
}

/** A refusal of the value of one field, which its JSON pointer names. */
export const refuseAt = <const Kind extends string>(
  at: string,
  refused: Kind,
  facts?: Facts,
): Refusal<Kind> => ({ ...refuse(refused, facts), at })

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** The permissions of one person on one object: each verb is allowed, or refused with its reason. */
export type Abilities<Verb extends string, Kind extends string> = {
  readonly [verb in Verb]: true | Refusal<Kind>
}

/** The first refusal of a list of checks, or true when none refuses. */
export function firstRefusal<Kind extends string>(
  ...checks: readonly (true | Refusal<Kind>)[]
): true | Refusal<Kind> {
  return checks.find(check => check !== true) ?? true
}
