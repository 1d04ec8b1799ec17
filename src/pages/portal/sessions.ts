export type { Session } from '../../held-sessions.ts';
export { dropSession, firstPassword, keepSession, leaveSession, sessions, signPageIn } from '../../state/sign-in.ts';
