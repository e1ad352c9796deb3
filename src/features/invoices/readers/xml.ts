/** Invoices in XML, each kind known by the namespace of its root. */

import { isCii, readCii } from '#features/invoices/readers/cii.ts'
import { isFacturae, readFacturae } from '#features/invoices/readers/facturae.ts'
import { isUbl, readUbl } from '#features/invoices/readers/ubl.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import type { ReceivedInvoice, SourceKind } from '#features/invoices/rules/received.ts'
import type { UnreadableKind } from '#features/invoices/rules/unreadable.ts'
import type { XmlDocument } from '#server/xml/element.ts'
import { XmlError, type XmlFault } from '#server/xml/faults.ts'
import { readXml } from '#server/xml/read.ts'

const kinds: { readonly [fault in XmlFault]: UnreadableKind } = {
  too_large: 'too_large',
  unknown_encoding: 'xml_encoding',
  wrong_encoding: 'xml_encoding',
  with_dtd: 'xml_with_dtd',
  too_deep: 'xml_too_large',
  too_many_parts: 'xml_too_large',
  takes_too_long: 'takes_too_long',
  malformed: 'xml_malformed',
}

/** `source`: of CII inside a PDF. @throws Unreadable */
export function readXmlInvoice(bytes: Uint8Array, source: SourceKind = 'cii'): ReceivedInvoice {
  const document = parsed(bytes)
  const { root } = document
  if (isFacturae(root)) return readFacturae(document)
  if (isUbl(root)) return readUbl(root)
  if (isCii(root)) return readCii(root, source)
  if (root.namespace.startsWith('urn:ferd:CrossIndustryDocument:invoice:1'))
    throw new Unreadable('old_version', { format: 'ZUGFeRD', version: '1' })
  throw new Unreadable('other_xml')
}

function parsed(bytes: Uint8Array): XmlDocument {
  try {
    return readXml(bytes)
  } catch (error) {
    throw error instanceof XmlError ? new Unreadable(kinds[error.fault]) : error
  }
}
