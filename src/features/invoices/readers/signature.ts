/**
 * The XAdES signature of an XML file, as arithmetic: the digests of what it signs, the signature itself, the dates of its
 * certificate, and who signed. Not a legal validation: trust and revocation of the certificate are not asked.
 * Understood: references to the whole file or to an element by its id, the enveloped transform, canonical XML inclusive
 * (1.0, 1.1) and exclusive, SHA-1 and SHA-2, RSA and ECDSA. Anything else is `unsupported`.
 */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { personFromCertificate } from '#features/invoices/readers/certificate.ts'
import type { InvoiceSignature } from '#features/invoices/rules/received.ts'
import { type Canonical, canonicalXml } from '#server/xml/canonical.ts'
import {
  attributeValue,
  elementsWithin,
  isElement,
  type XmlDocument,
  type XmlElement,
  xmlPaths,
  xmlText,
} from '#server/xml/element.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const { all, first, text } = xmlPaths({
  ds: dsig,
  ec: 'http://www.w3.org/2001/10/xml-exc-c14n#',
})

class Unsupported extends Error {}

type State = InvoiceSignature['state']

/** The signature directly in the root, which envelopes it; null for a file without one. */
export function signatureIn(document: XmlDocument): InvoiceSignature | null {
  const signature = document.root.children.find(
    (node): node is XmlElement => isElement(node) && node.local === 'Signature' && node.namespace === dsig,
  )
  if (!signature) return null
  const certificate = certificateIn(signature)
  return {
    state: stateFrom(document, signature, certificate),
    signedAt: signedAt(signature),
    ...personFromCertificate(certificate),
  }
}

function stateFrom(document: XmlDocument, signature: XmlElement, certificate: X509Certificate | null): State {
  try {
    if (!hasRightDigests(document, signature)) return 'altered'
    return certificate !== null && hasRightValue(signature, certificate) ? 'sound' : 'wrong'
  } catch (error) {
    if (error instanceof Unsupported) return 'unsupported'
    // A key or a certificate that no engine can read.
    return 'wrong'
  }
}

function certificateIn(signature: XmlElement): X509Certificate | null {
  const written = text(signature, 'ds:KeyInfo/ds:X509Data/ds:X509Certificate')
  if (written === null) return null
  try {
    return new X509Certificate(Buffer.from(written, 'base64'))
  } catch {
    return null
  }
}

/** When it was made, as the signer says: the first SigningTime, whatever version of XAdES it is. */
function signedAt(signature: XmlElement): string | null {
  const found = [...elementsWithin(signature)].find(
    ({ local, namespace }) => local === 'SigningTime' && namespace.startsWith('http://uri.etsi.org/01903/'),
  )
  const time = found ? new Date(xmlText(found)) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

const maxReferences = 10

/** Every reference is right, and one of them is to the whole file without its signature. */
function hasRightDigests(document: XmlDocument, signature: XmlElement): boolean {
  const references = all(signature, 'ds:SignedInfo/ds:Reference')
  if (references.length === 0 || references.length > maxReferences) throw new Unsupported()
  const whole = references.filter(each => isWhole(each, document))
  if (whole.length === 0) throw new Unsupported()
  return references.every(each => hasRightDigest(each, document, signature))
}

function isWhole(reference: XmlElement, { root }: XmlDocument): boolean {
  const uri = attributeValue(reference, 'URI')
  return uri === '' || (uri !== null && uri.slice(1) === idIn(root))
}

const idIn = (element: XmlElement): string | null =>
  attributeValue(element, 'Id') ?? attributeValue(element, 'ID') ?? attributeValue(element, 'id')

function hasRightDigest(reference: XmlElement, document: XmlDocument, signature: XmlElement): boolean {
  const uri = attributeValue(reference, 'URI')
  if (uri === null || (uri !== '' && !uri.startsWith('#'))) throw new Unsupported()
  const of = uri === '' ? document : elementById(document.root, uri.slice(1))
  const { form, isEnveloped } = transformsIn(reference)
  const canonical = canonicalXml({ of, without: isEnveloped ? signature : null }, form)
  const digest = createHash(hashName(algorithmIn(reference, 'ds:DigestMethod')))
    .update(canonical)
    .digest()
  return digest.equals(Buffer.from(text(reference, 'ds:DigestValue') ?? '', 'base64'))
}

/** Two elements with one id would let a file show one and sign the other. */
function elementById(root: XmlElement, id: string): XmlElement {
  const [found, ...others] = [...elementsWithin(root)].filter(each => idIn(each) === id)
  if (!found || others.length > 0) throw new Unsupported()
  return found
}

const forms: { readonly [algorithm: string]: Pick<Canonical, 'isExclusive' | 'withComments'> } = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': { isExclusive: false, withComments: false },
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': { isExclusive: false, withComments: true },
  'http://www.w3.org/2006/12/xml-c14n11': { isExclusive: false, withComments: false },
  'http://www.w3.org/2006/12/xml-c14n11#WithComments': { isExclusive: false, withComments: true },
  'http://www.w3.org/2001/10/xml-exc-c14n#': { isExclusive: true, withComments: false },
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': { isExclusive: true, withComments: true },
}
const enveloped = `${dsig}enveloped-signature`

function transformsIn(reference: XmlElement): { form: Canonical; isEnveloped: boolean } {
  const transforms = all(reference, 'ds:Transforms/ds:Transform')
  const others = transforms.filter(each => attributeValue(each, 'Algorithm') !== enveloped)
  const [one, ...more] = others
  if (more.length > 0) throw new Unsupported()
  const inclusive = { isExclusive: false, withComments: false, inclusivePrefixes: [] }
  return { form: one ? formFrom(one) : inclusive, isEnveloped: others.length < transforms.length }
}

function formFrom(method: XmlElement): Canonical {
  const form = forms[attributeValue(method, 'Algorithm') ?? '']
  if (!form) throw new Unsupported()
  const list = first(method, 'ec:InclusiveNamespaces')
  const prefixes = (list && attributeValue(list, 'PrefixList'))?.split(/\s+/).filter(Boolean) ?? []
  return { ...form, inclusivePrefixes: prefixes.map(prefix => (prefix === '#default' ? '' : prefix)) }
}

const algorithmIn = (parent: XmlElement, path: string): string => {
  const method = first(parent, path)
  return (method && attributeValue(method, 'Algorithm')) ?? ''
}

const hashes: { readonly [algorithm: string]: string } = {
  [`${dsig}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

function hashName(algorithm: string): string {
  const name = hashes[algorithm]
  if (!name) throw new Unsupported()
  return name
}

function hasRightValue(signature: XmlElement, certificate: X509Certificate): boolean {
  const signed = first(signature, 'ds:SignedInfo')
  const method = signed && first(signed, 'ds:CanonicalizationMethod')
  if (!signed || !method) throw new Unsupported()
  const algorithm = algorithmIn(signed, 'ds:SignatureMethod')
  const parts =
    /^http:\/\/www\.w3\.org\/(?:2000\/09\/xmldsig|2001\/04\/xmldsig-more)#(rsa|ecdsa)-(sha(?:1|256|384|512))$/.exec(
      algorithm,
    )
  if (!parts) throw new Unsupported()
  const [, kind, hash = ''] = parts
  const key = certificate.publicKey
  if (key.asymmetricKeyType !== (kind === 'rsa' ? 'rsa' : 'ec')) return false
  const canonical = canonicalXml({ of: signed, without: null }, formFrom(method))
  const value = Buffer.from(text(signature, 'ds:SignatureValue') ?? '', 'base64')
  return verify(hash, Buffer.from(canonical), { key, dsaEncoding: 'ieee-p1363' }, value)
}
