import type { EndpointName } from '@duet/contract/endpoints';
import type { WorkKind } from './platform/admission/admission.ts';

/** What a call waits for, where that is neither only reading nor only writing the database. */
export const workKinds: Readonly<Partial<Record<EndpointName, WorkKind>>> = {
  'accounts.login': 'password',
  'accounts.register': 'password',
  'accounts.changeUser': 'password',
  'accounts.usePasswordLink': 'password',
  'accounts.deleteMe': 'password',
  'accounts.prove': 'password',
  'media.uploadImageBase64': 'picture',
  'media.profilePicture': 'picture',
};
