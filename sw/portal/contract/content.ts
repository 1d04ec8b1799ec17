import { defineRows, paging } from './rows.ts';

const item = {
  title: { kind: 'string', doc: 'name for people', maximumLength: 250 },
  description: { kind: 'text', doc: 'what it holds', maximumLength: 4000, clears: true },
  tags: { kind: 'names', doc: 'words, separated by commas', maximumLength: 2000, clears: true },
  url: {
    kind: 'string',
    doc: 'for an item that refers to something elsewhere: its http(s) address',
    maximumLength: 2048,
    clears: true,
  },
  text: { kind: 'text', doc: 'data of the item as text' },
  file: { kind: 'file', doc: 'data of the item as a file' },
} as const;

export const contentOperations = defineRows('content', {
  groups: {
    doc: 'List the groups of a portal.',
    path: 'portals/{portalId}/groups',
    effect: 'read',
    allow: 'member',
    list: { member: 'groups', id: 'id' },
  },
  createGroup: {
    doc: 'Make a group that items can be shared with.',
    path: 'portals/{portalId}/groups/createGroup',
    effect: 'write',
    allow: 'publisher',
    parameters: {
      title: { kind: 'string', doc: 'name for people', required: true, maximumLength: 250 },
      description: { kind: 'text', doc: 'what it is for', default: '', maximumLength: 4000 },
    },
  },
  updateGroup: {
    doc: 'Change title or description of a group; what is left out stays.',
    path: 'portals/{portalId}/groups/{groupId}/update',
    effect: 'write',
    allow: 'owner',
    parameters: {
      title: { kind: 'string', doc: 'name for people', maximumLength: 250 },
      description: { kind: 'text', doc: 'what it is for', maximumLength: 4000, clears: true },
    },
  },
  deleteGroup: {
    doc: 'Delete a group. Its items stay; a group that a workspace uses cannot be deleted.',
    path: 'portals/{portalId}/groups/{groupId}/delete',
    effect: 'write',
    allow: 'owner',
  },
  items: {
    doc: 'List the items of a portal.',
    path: 'portals/{portalId}/items',
    effect: 'read',
    allow: 'member',
    parameters: { groupId: { kind: 'string', doc: 'only those of this group', maximumLength: 64 }, ...paging(100) },
    list: { member: 'items', id: 'id' },
  },
  addItem: {
    doc: 'Add an item: a file, a text, or a reference by address.',
    path: 'portals/{portalId}/items/addItem',
    effect: 'write',
    allow: 'publisher',
    parameters: { ...item, title: { ...item.title, required: true } },
  },
  item: {
    doc: 'Describe an item.',
    path: 'portals/{portalId}/items/{itemId}',
    effect: 'read',
    allow: 'member',
  },
  itemData: {
    doc: 'Read the data of an item.',
    path: 'portals/{portalId}/items/{itemId}/data',
    effect: 'read',
    allow: 'member',
    bytes: true,
  },
  updateItem: {
    doc: 'Change an item or its data; what is left out stays. A received item changes at its source alone.',
    path: 'portals/{portalId}/items/{itemId}/update',
    effect: 'write',
    allow: 'owner',
    parameters: item,
  },
  deleteItem: {
    doc: 'Delete an item with its data and resources. The item of a map service goes with the service.',
    path: 'portals/{portalId}/items/{itemId}/delete',
    effect: 'write',
    allow: 'owner',
  },
  shareItem: {
    doc: 'Share an item with groups.',
    path: 'portals/{portalId}/items/{itemId}/share',
    effect: 'write',
    allow: 'owner',
    parameters: { groups: { kind: 'names', doc: 'ids of groups, separated by commas', required: true } },
  },
  unshareItem: {
    doc: 'Take an item out of groups.',
    path: 'portals/{portalId}/items/{itemId}/unshare',
    effect: 'write',
    allow: 'owner',
    parameters: { groups: { kind: 'names', doc: 'ids of groups, separated by commas', required: true } },
  },
  itemResource: {
    doc: 'Read the bytes of a resource of an item.',
    path: 'portals/{portalId}/items/{itemId}/resources/{resource+}',
    effect: 'read',
    allow: 'member',
    bytes: true,
  },
  addItemResource: {
    doc: 'Add a resource to an item, or replace the one of that name.',
    path: 'portals/{portalId}/items/{itemId}/addResources',
    effect: 'write',
    allow: 'owner',
    parameters: {
      fileName: { kind: 'string', doc: 'name of the resource; absent: of the file', maximumLength: 400 },
      file: { kind: 'file', doc: 'the bytes' },
      text: { kind: 'text', doc: 'text in place of a file' },
    },
  },
  removeItemResource: {
    doc: 'Remove a resource of an item.',
    path: 'portals/{portalId}/items/{itemId}/removeResources',
    effect: 'write',
    allow: 'owner',
    parameters: { resource: { kind: 'string', doc: 'its name, exactly', required: true, maximumLength: 400 } },
  },
  services: {
    doc: 'List the map services of a portal with who may use them.',
    path: 'portals/{portalId}/services',
    effect: 'read',
    allow: 'member',
    list: { member: 'services', id: 'name' },
  },
  updateServiceAccess: {
    doc: 'Make a map service public, or private: used only with a token of an account of its portal.',
    path: 'portals/{portalId}/services/updateAccess',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      service: { kind: 'string', doc: 'name or folder/name, as in the catalogue', required: true, maximumLength: 200 },
      access: { kind: 'string', doc: 'who may use it', choices: ['public', 'private'], required: true },
    },
  },
});
