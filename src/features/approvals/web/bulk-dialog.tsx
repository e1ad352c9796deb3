import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { AttentionBadge } from '#features/approvals/web/attention-badge.tsx'
import { approveTogetherMutation } from '#features/approvals/web/queries.ts'
import { bulkApprovedText, refusedText, sumText } from '#features/approvals/web/text.ts'
import type { BulkAnswerWire } from '#features/approvals/wire/bulk.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { counted } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Money } from '#ui/money.tsx'
import { notify } from '#ui/toast.ts'

type BulkDialogProps = {
  areaPath: string
  items: readonly InboxItemWire[]
  /** Receives the approved orders once the server has answered for every one. */
  onApproved: (approved: readonly InboxItemWire[]) => void
  onClose: () => void
}

/** Bulk approval: first the orders to be approved and those set aside, afterwards the outcome of each. */
export function BulkDialog({ areaPath, items, onApproved, onClose }: BulkDialogProps) {
  const { mutateAsync, isPending } = useMutation(approveTogetherMutation)
  const submission = useSubmission()
  const main = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [notApproved, setNotApproved] = useState<readonly BulkAnswerWire[] | null>(null)
  const plain = items.filter(item => item.attention.length === 0)
  const aside = items.filter(item => item.attention.length > 0)

  const approve = async () => {
    setFailure(null)
    const body = { items: plain.map(({ document: { id, revision } }) => ({ documentId: id, revision })) }
    try {
      const answer = await submission(body, key => mutateAsync({ body, key }))
      const others = answer.items.filter(each => each.outcome !== 'approved')
      const isOther = ({ document }: InboxItemWire) => others.some(each => each.documentId === document.id)
      onApproved(plain.filter(item => !isOther(item)))
      if (others.length > 0) return setNotApproved(others)
      notify.success(bulkApprovedText(plain.length), { group: 'decisions' })
      onClose()
    } catch (error) {
      setFailure(refusedText(error))
    }
  }
  const close = () => {
    if (!isPending) onClose()
  }
  if (notApproved !== null)
    return <NotApprovedDialog areaPath={areaPath} items={plain} notApproved={notApproved} onClose={close} />
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && close()}
      title={
        plain.length === 0 ? 'Nada que aprobar en conjunto' : `Aprobar ${counted(plain.length, 'pedido')}`
      }
      description={plain.length === 0 ? undefined : 'Cada pedido queda aprobado con tu nombre, uno por uno.'}
      initialFocus={() => main.current}
      footer={
        <>
          <Button onClick={close}>{plain.length === 0 ? 'Entendido' : 'Cancelar'}</Button>
          {plain.length > 0 && (
            <Button ref={main} variant="primary" busy={isPending} onClick={() => void approve()}>
              Aprobar {plain.length}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {plain.length > 0 && (
          <p className="sums font-semibold text-3xl tracking-tight">
            {sumText(plain.map(({ document }) => document))}
          </p>
        )}
        {aside.length > 0 && (
          <Aside
            count={aside.length}
            title={`${aside.length === 1 ? 'Se aparta' : 'Se apartan'} ${counted(aside.length, 'pedido')}`}
          >
            {aside.map(item => (
              <Line key={item.seatId} areaPath={areaPath} item={item} onOpen={onClose}>
                <AttentionBadge attention={item.attention} />
              </Line>
            ))}
          </Aside>
        )}
        <FormFailure message={failure} />
      </div>
    </Dialog>
  )
}

type NotApprovedProps = Omit<BulkDialogProps, 'onApproved'> & { notApproved: readonly BulkAnswerWire[] }

/** Orders that the server did not approve, with the reasons. */
function NotApprovedDialog({ areaPath, items, notApproved, onClose }: NotApprovedProps) {
  const count = items.length - notApproved.length
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={count === 0 ? 'No se ha aprobado ninguno' : bulkApprovedText(count)}
      footer={
        <Button variant="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <Aside
        count={notApproved.length}
        title={`${notApproved.length === 1 ? 'Queda' : 'Quedan'} ${notApproved.length} sin aprobar`}
      >
        {notApproved.map(answer => {
          const item = items.find(each => each.document.id === answer.documentId)
          if (!item) return null
          return (
            <Line key={answer.documentId} areaPath={areaPath} item={item} onOpen={onClose}>
              {answer.outcome === 'set_aside' && <AttentionBadge attention={answer.attention} />}
              {answer.outcome === 'refused' && <p className="mt-1 text-negative text-xs">{answer.reason}</p>}
            </Line>
          )
        })}
      </Aside>
    </Dialog>
  )
}

type AsideProps = { title: string; count: number; children: ReactNode }

function Aside({ title, count, children }: AsideProps) {
  return (
    <section aria-label={title} className="rounded-lg border">
      <h3 className="border-b px-3 py-2 font-medium">
        {title}: {count === 1 ? 'decídelo aparte' : 'decide cada uno aparte'}
      </h3>
      <ul className="divide-y">{children}</ul>
    </section>
  )
}

type LineProps = { areaPath: string; item: InboxItemWire; onOpen: () => void; children: ReactNode }

function Line({ areaPath, item: { document }, onOpen, children }: LineProps) {
  return (
    <li className="px-3 py-2">
      <p className="flex items-baseline justify-between gap-3">
        <Link
          to={documentAddress(areaPath, document)}
          onClick={onOpen}
          className="min-w-0 text-accent hover:underline touch:py-2.5"
        >
          <span className="figures">{document.id}</span> · {document.name}
        </Link>
        <Money value={document.amount} className="font-medium" />
      </p>
      {children}
    </li>
  )
}
