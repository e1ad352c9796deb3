/** Export of the list of people as a file. */
import { named } from '#features/companies/views/named.ts'
import { personFact } from '#features/people/facts.ts'
import { maySeePeople } from '#features/people/rules.ts'
import { personWords } from '#features/people/text.ts'
import { peoplePage, peopleTotal } from '#features/people/views/list.ts'
import { peopleSheet } from '#features/people/views/sheet.ts'
import { exportPeople } from '#features/people/wire/list.ts'
import { listExport } from '#server/http/list-export.ts'

export const peopleExport = listExport({
  endpoint: exportPeople,
  words: personWords,
  path: '/exports/people',
  purpose: 'list of people',
  fact: (companyId, after) => personFact('people.exported', companyId, { after }),
  title: 'Personas',
  sheet: peopleSheet,
  may: maySeePeople,
  fileName: tx => named(tx, 'Personas'),
  total: peopleTotal,
  // Asked again for each page: rights may end while the file is downloaded.
  page: async (tx, actor, query) => (maySeePeople(actor) === true ? peoplePage(tx, actor, query) : null),
})
