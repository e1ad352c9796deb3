import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { CompanyWire } from '#features/companies/wire.ts'
import { DraftActionsPanel } from '#features/flows/web/draft-actions-panel.tsx'
import type { PublishRefusal } from '#features/flows/web/publish-dialog.tsx'
import { saveDraftMutation, useFlowChoices } from '#features/flows/web/queries.ts'
import { RulesPanel } from '#features/flows/web/rules-panel.tsx'
import { StaleDraftPanel } from '#features/flows/web/stale-draft-panel.tsx'
import { type FlowInput, inputFromRule, type RuleInput } from '#features/flows/web/text.ts'
import { type FindingWire, type FlowsWire, saveFlowDraft } from '#features/flows/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { ApiProblem } from '#ui/api.ts'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useSaveKey } from '#ui/hooks/save-key.ts'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadDiscardDialog = async () =>
  (await import('#features/flows/web/discard-draft-dialog.tsx')).DiscardDraftDialog
const loadPublishDialog = async () => (await import('#features/flows/web/publish-dialog.tsx')).PublishDialog

type FlowFormProps = {
  flows: FlowsWire
  company: CompanyWire
  /** Rule to start with, not yet saved. */
  begins: RuleInput | null
}

type Body = z.output<typeof saveFlowDraft.body>
type Next = 'stay' | 'try' | 'publish'

/** Form of the draft, which can be saved, simulated and published. */
export function FlowForm({ flows, company, begins }: FlowFormProps) {
  const [begun] = useState(begins)
  const { wire, rules, change, save, stale, open, setOpen, refusal, setRefusal, found } = useFlowForm(
    flows,
    begun,
  )
  const navigate = useNavigate()
  const choices = useFlowChoices(flows.names)
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(() => save('stay'))
  useFirstMistake(form, wire.form.formState.submitCount, found.vain)
  const leave = () => navigate({ to: '/empresa/settings/flows', ignoreBlocker: true })
  const close = () => setOpen(null)
  const revision = wire.form.watch('revision')
  return (
    <form
      ref={form}
      noValidate
      aria-label="Borrador del flujo"
      onSubmit={event => {
        event.preventDefault()
        void save('stay')
      }}
      className="grid max-w-5xl grid-cols-1 gap-4 [&_:focus]:scroll-mb-36"
    >
      {stale.is && (
        <StaleDraftPanel flows={flows} onOverwrite={stale.overwrite} onResetToSaved={stale.resetToSaved} />
      )}
      <RulesPanel
        rules={rules}
        onChange={change}
        opens={begun?.id}
        fieldError={name => (isField(name) ? wire.fieldError(name) : undefined) ?? found.at(name)}
        isWrong={index =>
          wire.form.getFieldState(`rules.${index}`, wire.form.formState).invalid || found.isIn(index)
        }
        refusal={refusal}
        choices={choices}
        currency={company.currency}
      />
      <FormFailure message={wire.failure} />
      <DraftActionsPanel
        busy={wire.busy}
        isDirty={wire.form.formState.isDirty}
        refusal={refusalText(flows.can.edit)}
        hasDraft={revision !== null}
        onTry={() => void save('try')}
        onPublish={() => void save('publish')}
        onDiscard={() => setOpen('discard')}
      />
      {open === 'discard' && revision !== null && (
        <OnDemand load={loadDiscardDialog} props={{ revision, onClose: close, onDiscarded: leave }} />
      )}
      {open === 'publish' && revision !== null && (
        <OnDemand
          load={loadPublishDialog}
          props={{
            revision,
            refusal: refusalText(flows.can.publish),
            onClose: close,
            onPublished: leave,
            onRefused: refused => {
              close()
              setRefusal(refused)
            },
          }}
        />
      )}
      <LeaveGuard isUnsent={wire.form.formState.isDirty && !wire.busy} />
    </form>
  )
}

const listConditions = [
  'clientIds',
  'projectIds',
  'contractIds',
  'providerIds',
  'requesterIds',
  'taxCategories',
  'costCentreIds',
] as const

/** Validation of the wire schema, plus one check: a list condition that names nothing would match every order. */
const schema: z.ZodType<Body, FlowInput> = z.custom<FlowInput>().transform((input, context) => {
  const read = saveFlowDraft.body.safeParse(input)
  const complain = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  for (const { path, message } of read.error?.issues ?? []) complain(path, message)
  for (const [index, { conditions }] of input.rules.entries())
    for (const list of listConditions)
      if (conditions[list]?.length === 0) complain(['rules', index, 'conditions', list], 'Elige al menos uno')
  return read.success ? read.data : z.NEVER
})

// Fields of a rule are addressed by their name in the form, with the rule's index in it.
const isField = (name: string): name is FieldPath<FlowInput> => name.startsWith('rules.')

function useFlowForm(flows: FlowsWire, begins: RuleInput | null) {
  const { mutateAsync } = useMutation(saveDraftMutation)
  const navigate = useNavigate()
  const next = useRef<Next>('stay')
  const [isStale, setStale] = useState(false)
  const [open, setOpen] = useState<'publish' | 'discard' | null>(null)
  const [refusal, setRefusal] = useState<PublishRefusal | null>(null)
  const found = useFindings()
  const wire = useWireForm<FlowInput, Body>({
    schema,
    defaults: savedIn(flows),
    send: async body => {
      const saved = await mutateAsync(body).catch(nullIfStale)
      setStale(saved === null)
      if (saved === null) return
      found.take(saved.findings)
      wire.form.reset({ ...wire.form.getValues(), revision: saved.revision })
      await goOn(saved.findings.length === 0)
    },
  })
  const goOn = async (isFit: boolean) => {
    if (next.current === 'stay') notify.success('Borrador guardado', isFit ? {} : { description: notYet })
    if (next.current === 'publish') return isFit ? setOpen('publish') : found.insist()
    if (next.current === 'try')
      await navigate({ to: '/empresa/settings/flows/simulation', ignoreBlocker: true })
  }
  const { form } = wire
  const rules = useWatch({ control: form.control, name: 'rules' })
  const change = (become: (rules: readonly RuleInput[]) => RuleInput[]) => {
    setRefusal(null)
    found.take([])
    form.setValue('rules', become(form.getValues('rules')), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  useBeginning(begins, rule => change(now => [...now, rule]))
  const save = (then: Next): Promise<void> => {
    next.current = then
    if (wire.busy) return Promise.resolve()
    const isSaved = !form.formState.isDirty && form.getValues('revision') !== null
    return isSaved && found.isFit ? goOn(true) : wire.submit()
  }
  const overwrite = () => {
    form.setValue('revision', flows.draft?.revision ?? null)
    next.current = 'stay'
    void wire.submit()
  }
  const resetToSaved = () => {
    if (flows.draft) form.reset(savedIn(flows))
    setStale(false)
  }
  const stale = { is: isStale, overwrite, resetToSaved }
  return { wire, rules, change, save, stale, open, setOpen, refusal, setRefusal, found }
}

const savedIn = ({ draft, published }: FlowsWire): FlowInput => ({
  revision: draft?.revision ?? null,
  rules: (draft ?? published)?.rules.map(inputFromRule) ?? [],
})

const notYet = 'Aún no se puede publicar: mira lo que está señalado.'

/** Findings of the server about the saved draft, until the next change. */
function useFindings() {
  const [findings, take] = useState<readonly FindingWire[]>([])
  const [vain, setVain] = useState(0)
  const fields = findings.map(({ pointer, message }) => ({
    name: pointer.slice(1).replaceAll('/', '.'),
    message,
  }))
  return {
    take,
    isFit: findings.length === 0,
    at: (name: string) => fields.find(field => field.name === name)?.message,
    isIn: (index: number) => fields.some(field => field.name.startsWith(`rules.${index}.`)),
    /** Number of attempts to publish in spite of findings. */
    vain,
    insist: () => setVain(times => times + 1),
  }
}

function nullIfStale(error: unknown): null {
  if (error instanceof ApiProblem && error.problem.type === '/problems/stale_draft') return null
  throw error
}

/** Adds the rule that the form was opened with, once. */
function useBeginning(begins: RuleInput | null, add: (rule: RuleInput) => void): void {
  const isIn = useRef(false)
  const begin = useEffectEvent(() => {
    if (begins === null || isIn.current) return
    isIn.current = true
    add(begins)
  })
  useEffect(() => begin(), [])
}

/** Moves the focus to the first invalid field after each failed attempt. */
function useFirstMistake(
  form: React.RefObject<HTMLFormElement | null>,
  submitCount: number,
  vain: number,
): void {
  useEffect(() => {
    if (submitCount + vain > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, submitCount, vain])
}
