import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiProblem } from '#ui/api.ts'
import { useWireForm, type WireForm, type WireFormOptions } from '#ui/hooks/use-wire-form.ts'

type SharedFormOptions<Input extends FieldValues, Output> = Omit<WireFormOptions<Input, Output>, 'send'> & {
  /** Of what `defaults` show: another one once somebody has saved. */
  version: string
  /** Sends what was read, with the version that it was made from. */
  send: (body: Output, seen: string) => Promise<void>
  /** Asks again for what `defaults` and `version` come from. */
  reread: () => Promise<unknown>
  words: FieldWords
}

/** What each field is called and, where it is no plain text, how its value reads. */
export type FieldWords = {
  readonly [field: string]: string | readonly [label: string, textOf: (value: unknown) => string]
}

/** What somebody else has saved in a field, and whether something else is typed here. */
export type Theirs = { readonly label: string; readonly text: string; readonly isTyped: boolean }

export type SharedForm<Input extends FieldValues, Output> = WireForm<Input, Output> & {
  /** Null while nobody else has saved. */
  theirs: readonly Theirs[] | null
  /** Gives up what is typed for what they saved. */
  resetToSaved: () => void
}

/**
 * A form of something that others edit too. When somebody saves first, what is typed here stays, what is not becomes
 * theirs, and the person is told before saving over it.
 */
export function useSharedForm<Input extends FieldValues, Output>(
  options: SharedFormOptions<Input, Output>,
): SharedForm<Input, Output> {
  const { version, defaults, words } = options
  const [theirs, setTheirs] = useState<readonly Theirs[] | null>(null)
  const [saves, setSaves] = useState(0)
  const base = useRef({ version, values: plain(defaults), isOwn: false, isRefused: false })
  const wire = useWireForm<Input, Output>({
    schema: options.schema,
    defaults,
    send: async body => {
      const sent = plain(wire.form.getValues())
      try {
        await options.send(body, base.current.version)
      } catch (error) {
        if (!isStale(error)) throw error
        base.current.isRefused = true
        await options.reread()
        setTheirs(told => told ?? [])
        return
      }
      base.current = { ...base.current, values: sent, isOwn: true }
      setTheirs(null)
      setSaves(count => count + 1)
    },
  })
  const { form } = wire
  // biome-ignore lint/correctness/useExhaustiveDependencies: a version is what its fields say
  useEffect(() => {
    const { isOwn, isRefused, ...was } = base.current
    if (version === was.version && !isOwn) return
    const now = plain(defaults)
    const mine = plain(form.getValues())
    base.current = { version, values: now, isOwn: false, isRefused: false }
    const other = Object.keys(now).filter(field => !isSame(mine[field], now[field]))
    const typed = other.filter(field => !isSame(mine[field], was.values[field]))
    form.reset(defaults)
    if (typed.length > 0)
      form.reset(
        { ...defaults, ...Object.fromEntries(typed.map(field => [field, mine[field]])) },
        { keepDefaultValues: true },
      )
    if (isOwn || (typed.length === 0 && !isRefused)) return
    setTheirs(
      other
        .filter(field => !isSame(now[field], was.values[field]))
        .flatMap(field => theirsIn(words, field, now[field], typed.includes(field))),
    )
  }, [version, saves])
  const resetToSaved = () => {
    form.reset(defaults)
    setTheirs(null)
  }
  return { ...wire, theirs, resetToSaved }
}

const isStale = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.type.startsWith('/problems/stale_')

type Plain = { readonly [field: string]: unknown }

const plain = (values: object): Plain => Object.fromEntries(Object.entries(values))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function theirsIn(words: FieldWords, field: string, value: unknown, isTyped: boolean): Theirs[] {
  const word = words[field]
  if (word === undefined) return []
  const [label, textOf] = typeof word === 'string' ? [word, textOfAny] : word
  return [{ label, text: textOf(value), isTyped }]
}

function textOfAny(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return value === null || value === undefined || value === '' ? 'nada' : `«${value}»`
}
