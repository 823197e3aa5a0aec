import { dayMs } from '../limits.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Numbers of mail, apart from those that the app's first page comes with. */
export const mailLimits = {
  /** How many mails a server sends at once. */
  atOnce: 3,
  /** In an hour, of all servers: links that somebody asks for, notices, and those that nobody waits for. More wait. */
  perHour: 600,
  noticesPerHour: 400,
  bulkPerHour: 300,
  perAddressHour: 20,
  /** Notices of one kind that a person gets in 24 hours: others can cause them, and after so many the person knows. */
  noticesPerDay: 3,
  /** A server that sends one has it to itself so long, and renews that while it is at it. */
  leaseMs: 1 * minute,
  /** How often a mail is begun; then it is given up. */
  tries: 12,
  /** 30 s, 1 min, 2 min … between them. */
  firstRetryMs: 30 * second,
  maxRetryMs: 6 * hour,
  /** How long nothing is sent after the mail server could not be reached: 2 s, 4 s, 8 s … */
  firstPauseMs: 2 * second,
  maxPauseMs: 5 * minute,
  /** A mail that could not be sent for so long is given up. */
  lifeMs: 3 * dayMs,
  keepSentMs: 7 * dayMs,
  keepFailedMs: 30 * dayMs,
  /** Of what mails of invitations became, as long as an invitation may last. */
  keepInvitationMs: 400 * dayMs,
  /** Of what the mail server says. */
  answerChars: 300,
  /** The newest mails that were given up, on the dashboard. */
  listed: 5,
  /** How long the link for a forgotten password is good. */
  passwordLinkMs: 1 * hour,
  /** And one that verifies an address or makes it one's own. */
  emailLinkMs: 24 * hour,
  /** Of the weekly mail: posts that it shows, characters of a title and of a text, people queued in a transaction. */
  digest: { posts: 10, titleChars: 70, textChars: 180, atOnce: 100, lateMs: 2 * dayMs, lifeMs: 3 * dayMs },
  /** A mail server that says nothing for so long is given up; RFC 5321, 4.5.3.2, wants 5 to 10 minutes. */
  silenceMs: 5 * minute,
  connectMs: 20 * second,
  /** A mail that takes longer in all is given up, and tried again. */
  sendMs: 10 * minute,
  /** How long a server that is told to stop lets a mail go on that it has begun. */
  stopMs: 5 * second,
} as const;
