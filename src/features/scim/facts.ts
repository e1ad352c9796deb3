/**
 * Facts of provisioning: whom the company's directory keeps, and whom it has let go. Inviting, activating and deactivating
 * are facts of people. Only the journal hears of these. `scimId` names the person to the directory; what the directory
 * calls them is not told, because it may be a name.
 */
import { content, defineFacts } from '#kernel/fact.ts'

type Named = { readonly scimId: string }

export const directoryFact = defineFacts({
  'directory.person_linked': {
    object: 'person',
    sentence: 'Persona enlazada con el directorio',
    content: content<{ after: Named }>(),
  },
  'directory.person_removed': {
    object: 'person',
    sentence: 'Persona borrada por el directorio',
    content: content<{ before: Named }>(),
  },
  'directory.invitation_linked': {
    object: 'invitation',
    sentence: 'Invitación enlazada con el directorio',
    content: content<{ after: Named }>(),
  },
  'directory.invitation_removed': {
    object: 'invitation',
    sentence: 'Invitación borrada por el directorio',
    content: content<{ before: Named }>(),
  },
})
