import type { AnswerOf } from '../../sw/portal/answers.ts';

export type { AnswerOf } from '../../sw/portal/answers.ts';

export type Portal = AnswerOf<'portal'>;
export type User = AnswerOf<'users'>['users'][number];
export type Token = AnswerOf<'tokens'>['tokens'][number];
export type Group = AnswerOf<'groups'>['groups'][number];
export type Item = AnswerOf<'items'>['items'][number];
export type Collaboration = AnswerOf<'collaborations'>['collaborations'][number];
export type CollaborationWithParticipants = AnswerOf<'collaboration'>;
export type Service = AnswerOf<'services'>['services'][number];
export type Participant = CollaborationWithParticipants['participants'][number];
export type Workspace = AnswerOf<'workspaces'>['workspaces'][number];
export type Link = Workspace['participantGroupLinks'][number];
export type Sync = AnswerOf<'syncStatus'>['status'][number];
export type Webhook = AnswerOf<'webhooks'>['webhooks'][number];
export type Delivery = AnswerOf<'notificationStatus'>['WebhookStatus'][number];
export type Resource = AnswerOf<'resources'>['resources'][number];
