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
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { useSubmission } from '#ui/fields/submission.ts'

export type WireFormOptions<Input extends FieldValues, Output> = {
  /**
   * Schema of the endpoint's body: the browser and the server refuse the same values with the same messages.
   */
  schema: z.ZodType<Output, Input>
  defaults: DefaultValues<Input>
  /** Sends the parsed form; pass the key on, so that a retry cannot act twice. */
  send: (body: Output, idempotencyKey: string) => Promise<void>
}

export type WireForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>
  /** Handler of the form's onSubmit. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>
  busy: boolean
  /** Reason of a failure when no field is to blame. */
  failure: string | null
  /** Message of a field, for its `error`. */
  fieldError: (name: FieldPath<Input>) => string | undefined
  /** Props of a text field. */
  field: (name: FieldPath<Input>) => BoundField
}

export type BoundField = UseFormRegisterReturn & { error: string | undefined }

/** Form bound to one wire schema. The server's issues are shown at their fields; nothing typed is lost. */
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
      const shownIssues = error instanceof ApiProblem ? showIssuesAtFields(form, error) : 0
      if (shownIssues === 0) setFailure(failureMessage(error))
    }
  })
  const fieldError = (name: FieldPath<Input>) => form.getFieldState(name, form.formState).error?.message
  return {
    form,
    submit,
    busy: form.formState.isSubmitting,
    failure,
    fieldError,
    field: name => ({ ...form.register(name), error: fieldError(name) }),
  }
}

/** Shows each issue at its field and focuses the first; returns the number of fields found. */
function showIssuesAtFields<Input extends FieldValues, Output>(
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

/**
 * Field of a JSON pointer: '/stages/0/name' is 'stages.0.name'. Undefined when the form has no such top-level
 * name.
 */
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
