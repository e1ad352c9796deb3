import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiProblem, messageOf } from '#ui/api.ts'
import { useSubmission } from '#ui/fields/submission.ts'

export type WireFormOptions<Input extends FieldValues, Output> = {
  /** The body's schema of the endpoint: the browser and the server refuse the same things with the same words. */
  schema: z.ZodType<Output, Input>
  defaults: DefaultValues<Input>
  /** Sends what was read; pass the key on, so that trying again cannot act twice. */
  send: (body: Output, idempotencyKey: string) => Promise<void>
}

export type WireForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>
  /** For the form's onSubmit. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>
  busy: boolean
  /** Why it failed, when no field is to blame. */
  failure: string | null
  /** The message of a field, ready for its `error`. */
  errorOf: (name: FieldPath<Input>) => string | undefined
  /** Everything a text field takes. */
  field: (name: FieldPath<Input>) => BoundField
}

export type BoundField = UseFormRegisterReturn & { error: string | undefined }

/** One form bound to one wire schema. The server's complaints land on their fields; nothing typed is lost. */
export function useWireForm<Input extends FieldValues, Output>(
  options: WireFormOptions<Input, Output>,
): WireForm<Input, Output> {
  const [failure, setFailure] = useState<string | null>(null)
  const submission = useSubmission()
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(options.schema),
    defaultValues: options.defaults,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const submit = form.handleSubmit(async body => {
    setFailure(null)
    try {
      await submission(body, key => options.send(body, key))
    } catch (error) {
      const blamed = error instanceof ApiProblem ? blame(form, error) : 0
      if (blamed === 0) setFailure(messageOf(error))
    }
  })
  const errorOf = (name: FieldPath<Input>) => form.getFieldState(name, form.formState).error?.message
  return {
    form,
    submit,
    busy: form.formState.isSubmitting,
    failure,
    errorOf,
    field: name => ({ ...form.register(name), error: errorOf(name) }),
  }
}

/** Puts each issue on its field, focuses the first, and says how many fields were found. */
function blame<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { problem }: ApiProblem,
): number {
  const found = (problem.issues ?? []).flatMap(issue => {
    const name = fieldNamed(form, issue.pointer)
    return name === undefined ? [] : [{ name, message: issue.message }]
  })
  for (const [index, { name, message }] of found.entries()) {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return found.length
}

/** '/stages/0/name' names the field 'stages.0.name'; the top-level name must be one of the form's. */
function fieldNamed<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  pointer: string,
): FieldPath<Input> | undefined {
  const path = pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
  return isField(form, path) ? path : undefined
}

function isField<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  path: string,
): path is FieldPath<Input> {
  return Object.hasOwn(form.getValues(), path.split('.')[0] ?? '')
}
