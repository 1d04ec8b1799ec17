import { defineRows } from './rows.ts';

const signIn = {
  username: { kind: 'string', doc: 'name of an account', required: true, maximumLength: 128 },
  password: { kind: 'password', doc: 'its password', required: true, maximumLength: 1024 },
  client: {
    kind: 'string',
    doc: 'what the token is bound to; an address of the network means nothing within a browser',
    choices: ['requestip', 'ip', 'referer'],
    default: 'requestip',
  },
  referer: { kind: 'string', doc: 'for client=referer: the Referer that requests must carry', maximumLength: 2048 },
  ip: {
    kind: 'string',
    doc: 'for client=ip: an address, which is not checked, since no worker learns it',
    maximumLength: 64,
  },
  expiration: { kind: 'integer', doc: 'minutes, at most 20160 (two weeks)', default: 60, minimum: 1 },
} as const;

export const signInOperations = defineRows('sign-in', {
  generateToken: {
    doc: 'Sign in: get a token for an account of a portal.',
    path: 'generateToken',
    effect: 'write',
    allow: 'anyone',
    parameters: {
      ...signIn,
      portalId: { kind: 'string', doc: 'portal of the account', default: 'self', maximumLength: 64 },
    },
  },
  generateServerToken: {
    doc: 'Sign in, at the address where clients of a map server look for it.',
    path: 'tokens/generateToken',
    alsoAt: 'tokens',
    effect: 'write',
    allow: 'anyone',
    parameters: {
      ...signIn,
      portalId: { kind: 'string', doc: 'portal of the account', default: 'self', maximumLength: 64 },
    },
  },
  generatePortalToken: {
    doc: 'Sign in to this portal: get a token for one of its accounts.',
    path: 'portals/{portalId}/generateToken',
    effect: 'write',
    allow: 'anyone',
    parameters: signIn,
  },
  revokeToken: {
    doc: 'Sign out: make the token of this request worthless.',
    path: 'portals/{portalId}/revokeToken',
    effect: 'write',
    allow: 'member',
  },
  tokens: {
    doc: 'List the tokens that are valid; their text is known to their holders alone.',
    path: 'portals/{portalId}/tokens',
    effect: 'read',
    allow: 'administrator',
    list: { member: 'tokens', id: 'id' },
  },
  revoke: {
    doc: 'Make a token worthless.',
    path: 'portals/{portalId}/tokens/{tokenId}/revoke',
    effect: 'write',
    allow: 'administrator',
  },
});

export const accountOperations = defineRows('portal', {
  portals: {
    doc: 'List the portals of this server.',
    path: 'portals',
    effect: 'read',
    allow: 'anyone',
    list: { member: 'portals', id: 'id' },
  },
  portal: {
    doc: 'Describe a portal, and who is asking.',
    path: 'portals/{portalId}',
    effect: 'read',
    allow: 'anyone',
  },
  updatePortal: {
    doc: 'Change name, description or sign-in of a portal; what is left out stays.',
    path: 'portals/{portalId}/update',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      name: { kind: 'string', doc: 'name of the portal', maximumLength: 100 },
      description: { kind: 'text', doc: 'what it is for', maximumLength: 2000, clears: true },
      pageSignIn: { kind: 'boolean', doc: 'whether the page is signed in without a password' },
    },
  },
  runDue: {
    doc: 'Do what is due: scheduled synchronisations, interrupted ones, deliveries of webhooks. The app asks for it while it is open.',
    path: 'portals/{portalId}/runDue',
    effect: 'write',
    allow: 'administrator',
  },
  users: {
    doc: 'List the accounts of a portal.',
    path: 'portals/{portalId}/users',
    effect: 'read',
    allow: 'administrator',
    list: { member: 'users', id: 'username' },
  },
  createUser: {
    doc: 'Make an account.',
    path: 'portals/{portalId}/users/createUser',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      username: {
        kind: 'string',
        doc: 'letters, digits, _ . @ -; it cannot change',
        required: true,
        maximumLength: 128,
      },
      password: { kind: 'password', doc: 'at least 8 characters', required: true, maximumLength: 1024 },
      fullName: { kind: 'string', doc: 'name for people', default: '', maximumLength: 200 },
      email: { kind: 'string', doc: 'shown to administrators', default: '', maximumLength: 200 },
      role: {
        kind: 'string',
        doc: 'what the account may do',
        choices: ['member', 'publisher', 'administrator'],
        default: 'member',
      },
    },
  },
  updateUser: {
    doc: 'Change role, name or state of an account; what is left out stays. One administrator always remains.',
    path: 'portals/{portalId}/users/{username}/update',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      fullName: { kind: 'string', doc: 'name for people', maximumLength: 200, clears: true },
      email: { kind: 'string', doc: 'shown to administrators', maximumLength: 200, clears: true },
      role: { kind: 'string', doc: 'what the account may do', choices: ['member', 'publisher', 'administrator'] },
      disabled: { kind: 'boolean', doc: 'a disabled account cannot sign in, and its tokens are worthless' },
    },
  },
  changePassword: {
    doc: 'Set another password; the tokens of the account are worthless after it, but for the one of this request.',
    path: 'portals/{portalId}/users/{username}/changePassword',
    effect: 'write',
    allow: 'self',
    parameters: {
      oldPassword: { kind: 'password', doc: 'needed but for administrators', maximumLength: 1024 },
      newPassword: { kind: 'password', doc: 'at least 8 characters', required: true, maximumLength: 1024 },
    },
  },
  deleteUser: {
    doc: 'Delete an account. What it owns goes to the administrator who asks.',
    path: 'portals/{portalId}/users/{username}/delete',
    effect: 'write',
    allow: 'administrator',
  },
});
