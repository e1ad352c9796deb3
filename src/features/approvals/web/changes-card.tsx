import { useQuery } from '@tanstack/react-query'
import { ArrowRight, FileMinus2, FilePlus2, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { changesQuery } from '#features/approvals/web/queries.ts'
import { changedFieldLabel, changedValue, seatLabel } from '#features/approvals/web/text.ts'
import type { RevisionChangesWire } from '#features/approvals/wire/changes.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type ChangesCardProps = { projectId: string; documentId: string; revision: number }

/** Changes of a corrected order, with the reason of its return; renders nothing for an order never corrected. */
export function ChangesCard({ projectId, documentId, revision }: ChangesCardProps) {
  const query = useQuery({ ...changesQuery(projectId, documentId), enabled: revision > 1 })
  if (revision === 1) return null
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-40 w-full" />}>
      {({ items: [latest, ...former] }) =>
        latest && (
          <Card aria-labelledby="changes-title">
            <CardHeader
              id="changes-title"
              title={
                <span className="flex items-center gap-2">
                  <PencilLine aria-hidden="true" className="size-4 shrink-0 text-accent" />
                  Qué ha cambiado
                </span>
              }
              note={<Made by={latest} />}
            />
            <CardBody className="grid grid-cols-1 gap-4">
              <Revision changes={latest} />
              {former.length > 0 && (
                <details>
                  <summary className="min-h-6 cursor-pointer text-accent touch:min-h-11">
                    Correcciones anteriores ({former.length})
                  </summary>
                  {former.map(changes => (
                    <div key={changes.revision} className="mt-3 grid grid-cols-1 gap-3 border-t pt-3">
                      <p className="text-ink-soft">
                        <Made by={changes} />
                      </p>
                      <Revision changes={changes} />
                    </div>
                  ))}
                </details>
              )}
            </CardBody>
          </Card>
        )
      }
    </Loaded>
  )
}

function Made({ by: { revision, madeByName, madeAt } }: { by: RevisionChangesWire }) {
  return (
    <>
      Revisión {revision} · {madeByName} · <Instant value={madeAt} />
    </>
  )
}

function Revision({ changes }: { changes: RevisionChangesWire }) {
  const { amount, texts, added, removed, decisions } = changes
  const isSame = amount === null && texts.length + added.length + removed.length === 0
  return (
    <>
      {isSame ? (
        <p className="text-ink-soft">Se ha reenviado sin cambiar nada.</p>
      ) : (
        <dl className="grid grid-cols-1 gap-2">
          {amount && (
            <Change
              label="Monto"
              before={<Money value={amount.before} />}
              after={<Money value={amount.after} />}
            />
          )}
          {texts.map(({ field, before, after }) => (
            <Change
              key={field}
              label={changedFieldLabel[field]}
              before={before === null ? null : changedValue(field, before)}
              after={changedValue(field, after)}
            />
          ))}
          {(added.length > 0 || removed.length > 0) && (
            <div className="grid grid-cols-1 sm:grid-cols-[9rem_1fr] sm:gap-3">
              <dt className="text-ink-faint">Adjuntos</dt>
              <dd className="min-w-0">
                <Files names={removed} of="removed" />
                <Files names={added} of="added" />
              </dd>
            </div>
          )}
        </dl>
      )}
      <Former decisions={decisions} />
    </>
  )
}

function Change({ label, before, after }: { label: string; before: ReactNode; after: ReactNode }) {
  return (
    <div className="grid grid-cols-1 sm:grid-cols-[9rem_1fr] sm:gap-3">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {before === null ? (
          <span className="text-ink-faint">sin indicar</span>
        ) : (
          <del className="min-w-0 break-words text-ink-faint">{before}</del>
        )}
        <ArrowRight aria-label="ahora" role="img" className="size-3.5 shrink-0 self-center text-ink-faint" />
        <ins className="min-w-0 break-words font-medium no-underline">{after}</ins>
      </dd>
    </div>
  )
}

function Files({ names, of }: { names: readonly string[]; of: 'added' | 'removed' }) {
  const Icon = of === 'added' ? FilePlus2 : FileMinus2
  return names.map(name => (
    <p key={name} className="flex items-start gap-1.5 break-all">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      {of === 'added' ? (
        <ins className="font-medium no-underline">{name} (añadido)</ins>
      ) : (
        <del className="text-ink-faint">{name} (quitado)</del>
      )}
    </p>
  ))
}

/** Decisions before the correction: the reason of the return, and approvals that no longer count. */
function Former({ decisions }: Pick<RevisionChangesWire, 'decisions'>) {
  if (decisions.length === 0)
    return <p className="text-ink-soft">Lo retiró quien lo pidió, antes de que nadie decidiera.</p>
  return (
    <ul aria-label="Decisiones anteriores, que no cuentan" className="grid grid-cols-1 gap-2 border-t pt-3">
      {decisions.map(({ approverName, decidedByName, status, comment, decidedAt }) => (
        <li key={`${approverName} ${decidedAt}`}>
          <p className="text-ink-soft">
            <span className="font-medium text-ink">{seatLabel[status]}</span> por{' '}
            {decidedByName === null ? approverName : `${decidedByName} en nombre de ${approverName}`} ·{' '}
            <Instant value={decidedAt} />
            {status === 'approved' && ' · ya no cuenta'}
          </p>
          {comment !== null && <p className="whitespace-pre-line">«{comment}»</p>}
        </li>
      ))}
    </ul>
  )
}
