import { useMutation } from '@tanstack/react-query'
import { undoMutation } from '#features/approvals/web/queries.ts'
import { refusedText } from '#features/approvals/web/text.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { notify } from '#ui/toast.ts'

type Approved = { readonly id: string; readonly revision: number }

/** Undo of the person's own approval; a notice tells the outcome. */
export function useUndo() {
  const { mutateAsync, isPending } = useMutation(undoMutation)
  const submission = useSubmission()
  const undo = async ({ id, revision }: Approved): Promise<boolean> => {
    try {
      await submission({ id, revision }, key => mutateAsync({ documentId: id, body: { revision }, key }))
      notify.info('Aprobación deshecha', { description: `${id} vuelve a esperar tu decisión.` })
      return true
    } catch (error) {
      notify.error(`${id}: tu aprobación no se ha deshecho`, { description: refusedText(error) })
      return false
    }
  }
  return { undo, isPending }
}
