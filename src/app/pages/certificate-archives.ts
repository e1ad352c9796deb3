/** File of a list of orders that the journal's slice makes: their Constancias. */
export const certificateArchives = {
  label: 'Constancias (ZIP)',
  load: async () =>
    (await import('#features/certificates/web/certificate-archive-dialog.tsx')).CertificateArchiveDialog,
}
