import { useMutation } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { type BaseSyntheticEvent, type ComponentType, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { AttachmentsPanel, useAttachments } from '#features/documents/web/attachments-panel.tsx'
import { DocumentFieldsPanel, useProjectAndContract } from '#features/documents/web/document-fields-panel.tsx'
import { DocumentPreviewPanel, SendNotePanel } from '#features/documents/web/document-preview-panel.tsx'
import { draftKey, lastTypeKey, readStart, useKeptDraft } from '#features/documents/web/draft-panel.tsx'
import { FormDuplicatesPanel } from '#features/documents/web/form-duplicates-panel.tsx'
import { resubmitMutation, submitMutation } from '#features/documents/web/form-queries.ts'
import type { InvoicesPanelProps } from '#features/documents/web/from-invoice-panel.tsx'
import { mayOrderIn, projectAddress } from '#features/documents/web/text.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import type { AttachmentWire, SubmittedWire } from '#features/documents/wire.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { dropDraft, keepDraft } from '#ui/hooks/draft.ts'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm, type WireForm } from '#ui/hooks/use-wire-form.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

/** For the dialog of credit notes, which loads it with this form. */
export { BreakdownPanel } from '#features/documents/web/breakdown-panel.tsx'

export type DocumentInput = z.input<typeof DocumentContentWire>
export type DocumentWireForm = WireForm<DocumentInput, DocumentContentWire>

export type Payee = { readonly id: string; readonly name: string }

/** Origin of an order that is not sent by itself: its file, and the call that makes it. */
export type ReceivedSource = {
  readonly id: string
  readonly file: AttachmentWire
  readonly send: (body: DocumentContentWire, key: string) => Promise<z.infer<typeof SubmittedWire>>
}

/** Loaded for a form that begins with a draft. */
const DraftAlertPanel = late(
  async () => (await import('#features/documents/web/draft-alert-panel.tsx')).DraftAlertPanel,
)

/** Loaded with the first attachment. */
const FromInvoicePanel = late(
  async () => (await import('#features/documents/web/from-invoice-panel.tsx')).FromInvoicePanel,
)

type DocumentFormProps = {
  areaPath: string
  userId: string
  /** Project of the address. */
  project: ProjectWire
  /** Type that the address asks for. */
  type?: DocumentType | undefined
  /** Returned order to correct. */
  returned?: DocumentDetailWire
  /** Order to make another like it. */
  copied?: DocumentDetailWire | undefined
  /** Provider that asks with its own account: it may only ask to be paid itself. */
  payee?: Payee | undefined
  /** Reads the invoices among the attachments. */
  InvoicesPanel?: ComponentType<InvoicesPanelProps>
  /** Received invoice that the order pays. */
  received?: ReceivedSource | undefined
}

/** Form that makes an order or corrects a returned one, beside a preview of its effects. */
export function DocumentForm({
  areaPath,
  userId,
  project: opened,
  type,
  returned,
  copied,
  payee,
  InvoicesPanel,
  received,
}: DocumentFormProps) {
  const key = draftKey(userId, opened, returned, copied, received)
  const asked = { userId, projectId: opened.id, type }
  const [start] = useState(() => readStart(key, asked, { returned, copied }, payee, received?.file))
  const [isDraft, setDraft] = useState(start.draft !== null)
  const { content, files } = start.draft ?? start.fresh
  const attachments = useAttachments(files)
  const send = useSend(areaPath, key, userId, returned, received)
  const wire = useWireForm<DocumentInput, DocumentContentWire>({
    schema: DocumentContentWire,
    defaults: content,
    send,
  })
  const { project, contract, contracts } = useProjectAndContract(wire, opened, payee)
  const goBack = useGoBack(projectAddress(areaPath, opened.id))
  useKeptDraft(key, wire, attachments.files, start.fresh)

  const startAgain = () => {
    dropDraft(key)
    setDraft(false)
    wire.form.reset(start.fresh.content)
    attachments.reset(start.fresh.files)
  }
  const submit = (event: BaseSyntheticEvent) => {
    wire.form.setValue('contractId', contract?.id ?? null)
    wire.form.setValue(
      'fileIds',
      attachments.files.map(file => file.fileId),
    )
    return wire.submit(event)
  }
  // Invoices of a returned order were read and explained when it was sent before.
  const isInvoiceRead =
    !returned || attachments.isChanged || wire.fieldError('alarmReason') || wire.form.getValues('alarmReason')
  const refusal = refusalText(returned ? returned.can.edit : project && mayOrderIn(project))
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form noValidate onSubmit={submit} aria-label={returned ? 'Corregir pedido' : 'Nuevo documento'}>
        <Card>
          <CardBody className="grid grid-cols-1 gap-5">
            {isDraft && (
              <Suspense fallback={<Skeleton className="h-20 w-full rounded-lg" />}>
                <DraftAlertPanel onStartAgain={startAgain} />
              </Suspense>
            )}
            {InvoicesPanel && isInvoiceRead && attachments.files.length > 0 && (
              <Suspense fallback={null}>
                <FromInvoicePanel
                  InvoicesPanel={InvoicesPanel}
                  wire={wire}
                  project={project}
                  currency={contract?.balance.total.currency ?? opened.total.currency}
                  files={attachments.files}
                  payee={payee}
                  isAsked={received !== undefined && start.draft === null}
                />
              </Suspense>
            )}
            <DocumentFieldsPanel
              wire={wire}
              opened={opened}
              project={project}
              contract={contract}
              contracts={contracts}
              isCorrection={returned !== undefined}
              isOfInvoice={received !== undefined}
              payee={payee}
              knownCentre={(returned ?? copied)?.costCentre}
            />
            <FormDuplicatesPanel
              areaPath={areaPath}
              wire={wire}
              currency={contract?.balance.total.currency}
              documentId={returned?.id}
            />
            <AttachmentsPanel attachments={attachments} error={wire.fieldError('fileIds')} />
            <FormFailure message={wire.failure} />
          </CardBody>
          <CardFooter className="sticky bottom-0 rounded-b-xl bg-surface">
            <SendNotePanel
              wireForm={wire}
              project={project}
              contract={contract}
              isProvider={payee !== undefined}
              documentId={returned?.id}
            />
            <Button onClick={goBack}>Cancelar</Button>
            <Button type="submit" variant="primary" busy={wire.busy} refusal={refusal ?? attachments.refusal}>
              {wire.busy ? 'Guardando…' : 'Guardar'}
            </Button>
          </CardFooter>
        </Card>
      </form>
      <DocumentPreviewPanel
        areaPath={areaPath}
        wireForm={wire}
        project={project}
        contract={contract}
        userId={userId}
        isProvider={payee !== undefined}
        documentId={returned?.id}
      />
      <LeaveGuard hasDraft isUnsent={(wire.form.formState.isDirty || attachments.isChanged) && !wire.busy} />
    </div>
  )
}

function useSend(
  areaPath: string,
  key: string,
  userId: string,
  returned: DocumentDetailWire | undefined,
  received: ReceivedSource | undefined,
) {
  const navigate = useNavigate()
  const { mutateAsync: make } = useMutation(submitMutation)
  const { mutateAsync: correct } = useMutation(resubmitMutation)
  return async (body: DocumentContentWire, idempotencyKey: string) => {
    const sending = returned
      ? correct({
          documentId: returned.id,
          body: { ...body, revision: returned.revision },
          key: idempotencyKey,
        })
      : received
        ? received.send(body, idempotencyKey)
        : make({ body, key: idempotencyKey })
    const sent = await sending.catch(async error => {
      // Without the code that knows the field, the refusal is told below the form.
      const refusals = await import('#features/documents/web/refusal-queries.ts').catch(() => null)
      await refusals?.throwBesideField(error, { hasCentre: Boolean(body.costCentreId) })
      throw error
    })
    dropDraft(key)
    if (!returned) keepDraft(lastTypeKey(userId), body.type)
    tell(sent)
    await navigate({ to: projectAddress(areaPath, sent.projectId) })
  }
}

function tell({ id, state }: z.infer<typeof SubmittedWire>) {
  if (state === 'blocked') {
    const description = 'Nadie puede aprobarlo todavía. Hemos avisado a la administración de la empresa.'
    notify.info(`${id} ha quedado bloqueado`, { description })
  } else notify.success('Pedido enviado', { description: `${id} espera ahora su aprobación.` })
}

/** Navigation back to where the person came from; to the given address when the form was opened directly. */
function useGoBack(otherwise: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return () => (canGoBack ? router.history.back() : void navigate({ to: otherwise }))
}
