// Calls that are special, by their names: a new one is one of them on purpose.

/** Say nothing of anybody, or bring their own proof. */
export const openCalls = [
  ...['getMeta', 'confirmAddress', 'refuseAddress', 'undoEmailChange', 'acceptInvitationByCode'],
  'checkCertificate',
]

/** Writes that say what shall be, and not what shall happen: they take no idempotency key. */
export const repeatableCalls = [
  ...['acceptInvitation', 'acceptInvitationByCode', 'activatePerson', 'activateUser', 'appointPeople'],
  ...['assignProviders', 'attachToContract'],
  ...[
    'changeBudgetOwners',
    'chooseFactorPolicy',
    'changeClient',
    'changeContract',
    'changeGlobalPermissions',
  ],
  ...['changePermissions', 'changePlan', 'changeProject', 'changeProvider', 'changeSavedView'],
  ...[
    'changeSettings',
    'changeStatus',
    'checkCertificate',
    'confirmAddress',
    'createCompany',
    'deactivatePerson',
  ],
  ...['deleteSavedView', 'detachFromContract', 'discardFlowDraft', 'endImpersonation', 'endSession'],
  ...['exportCompanies', 'exportContractFigures', 'exportCustomers', 'exportOrderFlows', 'exportUsers'],
  ...[
    'makeRecoveryCodes',
    'muteMails',
    'muteNotices',
    'readNotice',
    'readNotices',
    'refuseAddress',
    'refuseInvitation',
  ],
  ...['removeSecondFactor'],
  ...[
    'retryMail',
    'revokeInvitation',
    'saveFlowDraft',
    'startImpersonation',
    'switchCompany',
    'undoEmailChange',
    'withdrawAddress',
  ],
]
