import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiProblem } from '#ui/api.ts'
import { useWireForm, type WireForm, type WireFormOptions } from '#ui/hooks/use-wire-form.ts'

type SharedFormOptions<Input extends FieldValues, Output> = Omit<WireFormOptions<Input, Output>, 'send'> & {
  /** Version of `defaults`: it changes once somebody has saved. */
  version: string
  /** Sends the parsed form, with the version it was made from. */
  send: (body: Output, baseVersion: string) => Promise<void>
  /** Reloads the source of `defaults` and `version`. */
  reread: () => Promise<unknown>
  words: FieldWords
}

/** Label of each field and, where its value is no plain text, the text of the value. */
export type FieldWords = {
  readonly [field: string]: string | readonly [label: string, toText: (value: unknown) => string]
}

/** Value that somebody else has saved in a field; `isTyped` when this person has typed another one. */
export type SavedValue = { readonly label: string; readonly text: string; readonly isTyped: boolean }

export type SharedForm<Input extends FieldValues, Output> = WireForm<Input, Output> & {
  /** Values saved by somebody else; null while there are none. */
  savedByOthers: readonly SavedValue[] | null
  /** Discards what is typed in favour of what somebody else saved. */
  resetToSaved: () => void
}

/**
 * Form of something that others edit too. When somebody saves first, typed fields stay, the others take the
 * saved values, and the person is told before saving over them.
 */
export function useSharedForm<Input extends FieldValues, Output>(
  options: SharedFormOptions<Input, Output>,
): SharedForm<Input, Output> {
  const { version, defaults, words } = options
  const [savedByOthers, setSavedByOthers] = useState<readonly SavedValue[] | null>(null)
  const [saves, setSaves] = useState(0)
  const baseline = useRef({ version, values: plain(defaults), isOwn: false, isRefused: false })
  const wire = useWireForm<Input, Output>({
    schema: options.schema,
    defaults,
    send: async body => {
      const sent = plain(wire.form.getValues())
      try {
        await options.send(body, baseline.current.version)
      } catch (error) {
        if (!isStale(error)) throw error
        baseline.current.isRefused = true
        await options.reread()
        setSavedByOthers(told => told ?? [])
        return
      }
      baseline.current = { ...baseline.current, values: sent, isOwn: true }
      setSavedByOthers(null)
      setSaves(count => count + 1)
    },
  })
  const { form } = wire
  // biome-ignore lint/correctness/useExhaustiveDependencies: a version is what its fields say
  useEffect(() => {
    const { isOwn, isRefused, ...previous } = baseline.current
    if (version === previous.version && !isOwn) return
    const saved = plain(defaults)
    const entered = plain(form.getValues())
    baseline.current = { version, values: saved, isOwn: false, isRefused: false }
    // Fields whose saved value is not the one in the form; among them, those that this person has typed in.
    const differing = Object.keys(saved).filter(field => !isSame(entered[field], saved[field]))
    const typed = differing.filter(field => !isSame(entered[field], previous.values[field]))
    form.reset(defaults)
    if (typed.length > 0)
      form.reset(
        { ...defaults, ...Object.fromEntries(typed.map(field => [field, entered[field]])) },
        { keepDefaultValues: true },
      )
    if (isOwn || (typed.length === 0 && !isRefused)) return
    setSavedByOthers(
      differing
        .filter(field => !isSame(saved[field], previous.values[field]))
        .flatMap(field => savedValueIn(words, field, saved[field], typed.includes(field))),
    )
  }, [version, saves])
  const resetToSaved = () => {
    form.reset(defaults)
    setSavedByOthers(null)
  }
  return { ...wire, savedByOthers, resetToSaved }
}

const isStale = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.type.startsWith('/problems/stale_')

type Plain = { readonly [field: string]: unknown }

const plain = (values: object): Plain => Object.fromEntries(Object.entries(values))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function savedValueIn(words: FieldWords, field: string, value: unknown, isTyped: boolean): SavedValue[] {
  const word = words[field]
  if (word === undefined) return []
  const [label, toText] = typeof word === 'string' ? [word, textOfAny] : word
  return [{ label, text: toText(value), isTyped }]
}

function textOfAny(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return value === null || value === undefined || value === '' ? 'nada' : `«${value}»`
}
