/** The numbers of each subject, with their units. Sources: product.md §5 and §9, decisions.md, security.md. */

import { dayMs, hourMs, KB, MB, minuteMs, secondMs } from './units.ts';

export const username = { minChars: 4, maxChars: 20 } as const;
/** As people count characters; `maxCodeUnits` bounds what is counted at all (40 families of four skin tones: 760). */
export const displayName = { maxChars: 40, maxCodeUnits: 800 } as const;
export const password = { minChars: 6, maxChars: 128 } as const;
export const email = { maxChars: 254 } as const;
export const message = { maxChars: 1000 } as const;
/** `shownVersions`: of its former texts the newest, beside the first. */
export const comment = { maxChars: 2000, shownVersions: 500 } as const;
export const caption = { maxChars: 10_000 } as const;
export const title = { maxChars: 200 } as const;
export const altText = { maxChars: 1000 } as const;
export const fileName = { maxChars: 255 } as const;
/** Code points of the site's name; UTF-16 units of the line about it. */
export const site = { nameChars: 40, lineChars: 160 } as const;
/** How many of its admins the page about the site names. */
export const about = { maxPeople: 10 } as const;
/** `maxSourceBytes` of what is sent; `maxBytes` of what is left once it is clean. */
export const richText = {
  maxSourceBytes: 256 * KB,
  maxBytes: 100 * KB,
  maxNodes: 5000,
  maxDepth: 50,
} as const;
/** Counts of views and likes that an admin may set; a whole number that JSON and both databases carry. */
export const extraCount = { max: 1_000_000_000 } as const;

export const feed = {
  pageSize: 20,
  maxPageSize: 100,
  /** The post (counted from 0) whose arrival shows 'Load more' and prefetches the next page. */
  preloadIndex: 14,
  skeletonsFirst: 13,
  skeletonsMore: 6,
  imagePreloadCache: 3,
} as const;
export const guest = { textCodePoints: 1000, videoSeconds: 60 } as const;
export const preview = { textChars: 500, secondRevealChars: 1000, shareChars: 150 } as const;
export const gallery = { gridTiles: 4, plusBadgeAbove: 5, maxImages: 50 } as const;
export const badge = { cap: 99 } as const;

export const image = {
  mobileBytes: 10 * MB,
  desktopBytes: 50 * MB,
  galleryBytes: 25 * MB,
  /** Exclusive: a profile photo is 'smaller than 10MB'. */
  profileBytes: 10 * MB,
  /** Before an upload from a phone (product.md §9). */
  mobileCompression: { maxSidePx: 1200, quality: 0.8, lowerQuality: 0.6, lowerAboveBytes: 2048 * KB },
  maxPixels: 64_000_000,
  maxSidePx: 16_383,
  maxFrames: 200,
  maxChannels: 4,
  thumbnailSidePx: 640,
  /** Of the smaller pictures for `srcset`; what is narrower than the largest ends with its own width. */
  sourceWidthsPx: [320, 640, 1280],
  placeholderSidePx: 16,
  profileSidePx: 512,
  profileThumbnailSidePx: 160,
} as const;

export const messages = {
  pageSize: 25,
  maxPageSize: 100,
  pollMs: 15 * secondMs,
  minRefreshMs: 3 * secondMs,
} as const;
export const comments = { pageSize: 50, maxPageSize: 100, pollMs: 15 * secondMs } as const;
export const activity = {
  pageSize: 50,
  maxPageSize: 100,
  previewChars: 150,
  pollMs: 234 * secondMs,
  throttleMs: 3 * secondMs,
} as const;
export const users = { pageSize: 50, maxPageSize: 100, maxPage: 1_000_000, recentHours: 72 } as const;
export const audit = { pageSize: 50, maxPageSize: 100 } as const;
export const stats = { days: 30 } as const;
export const draft = { oldAfterMs: 7 * dayMs, previewChars: 50 } as const;
export const notifications = { offForMs: 7 * dayMs } as const;
export const push = {
  endpointMaxChars: 2048,
  devicesPerPerson: 20,
  /** How many notifications a server sends at once: in all, to one push service, to one person. */
  atOnce: 64,
  perOrigin: 20,
  perPerson: 4,
  /** How long a server that sends one has it to itself; then another may take it. */
  leaseMs: 1 * minuteMs,
  /** In all, with 30 s, 2 min, 8 min … between them, or what the push service asks for. */
  tries: 5,
  firstRetryMs: 30 * secondMs,
  maxRetryMs: 1 * hourMs,
  /** A push service that failed for so many people in a row is left alone for 30 s, 1 min, 2 min … at most so long. */
  peopleFailed: 2,
  maxOriginWaitMs: 15 * minuteMs,
  /** Nobody needs to be told of anything older. */
  lifeMs: 1 * dayMs,
} as const;

export const publish = { pollTries: 10, pollEveryMs: 500, minWaitMs: 1500, pollPageSize: 15 } as const;
export const toast = { errorMs: 8000, successMs: 4000, usersMs: 3000 } as const;
export const splash = { minMs: 1300 } as const;
export const guard = { redirectMs: 150 } as const;
export const register = { redirectMs: 2000 } as const;
export const setupProfile = { redirectMs: 1500 } as const;
export const tap = { likeDebounceMs: 500, commentDebounceMs: 300 } as const;
export const swipeBack = { edgePx: 20, distancePx: 50, maxMs: 300, minPxPerMs: 0.3 } as const;
/** The layout is wide above this width; exactly this width is narrow. From `besideFromPx` on a conversation stands beside the inbox. */
export const layout = { wideAbovePx: 768, besideFromPx: 1200 } as const;

export const request = { timeoutMs: 30 * secondMs, mobileUploadTimeoutMs: 120 * secondMs } as const;

export const session = {
  idleMs: 30 * dayMs,
  absoluteMs: 90 * dayMs,
  adminIdleMs: 1 * dayMs,
  adminAbsoluteMs: 7 * dayMs,
  perUser: 20,
  /** How often at most the time of last use is written. */
  touchEveryMs: 5 * minuteMs,
  /** How long the bearer of an ended session is told why it ended. */
  endReasonMs: 14 * dayMs,
} as const;
/** How long a kind of device is known that nobody signs in on, and how long the list of devices marks a new one. */
export const newDevice = { forgetMs: 365 * dayMs, markMs: 14 * dayMs } as const;
export const setupLink = { validMs: 24 * hourMs } as const;
export const passwordLink = { validMs: 24 * hourMs } as const;
/** How often somebody may change their username in so long. */
export const usernameChange = { times: 3, perMs: 30 * dayMs } as const;
/** How long a sign-in or a password asked for again proves who somebody is (decisions §8). */
export const proof = { validMs: 15 * minuteMs } as const;
/**
 * Codes by time (RFC 6238): `drift` steps to each side are taken. `signInMs`: how long a sign-in waits for its second step
 * (decisions §8). A recovery code has twice `recoveryGroupChars` of 32 characters.
 */
export const secondStep = {
  signInMs: 5 * minuteMs,
  digits: 6,
  periodMs: 30 * secondMs,
  drift: 1,
  secretBytes: 20,
  recoveryCodes: 10,
  recoveryGroupChars: 5,
} as const;
/** `challengeMs`: how long a browser has to answer. `handleBytes`: by which an authenticator tells accounts apart. */
export const passkey = { perUser: 20, nameChars: 60, challengeMs: 5 * minuteMs, handleBytes: 32 } as const;
export const personalToken = {
  perUser: 50,
  nameChars: 60,
  /** Elements of a list that names each scope once; a longer one is a mistake. */
  maxScopes: 3,
  defaultDays: 90,
  maxDays: 365,
  /** How often at most the time of last use is written. */
  touchEveryMs: 1 * hourMs,
} as const;
/** `memberMs`: of what every member of a site sees that guests do not; the address stays the same that long, and cached. */
export const signedMedia = { imageMs: 1 * hourMs, videoMs: 6 * hourMs, memberMs: 12 * hourMs } as const;
export const invitation = {
  defaultUses: 1,
  maxUses: 100,
  defaultDays: 14,
  maxDays: 365,
  noteChars: 200,
  pageSize: 100,
} as const;
export const orphan = {
  afterMs: 24 * hourMs,
  /** Of very many, so many are named in an answer. */
  listed: 1000,
} as const;
export const views = {
  /** How long the next view of the same post by the same person is no further view. */
  windowMs: 8 * hourMs,
  /** How many guests of one address count for a post in that time: a household, not what a script invents. */
  guestsPerAddress: 10,
  /** A post counts as seen after so long in sight. */
  dwellMs: 1500,
  /** When a batch is sent: so long after its first post, or as soon as it holds so many. */
  general: { delayMs: 2 * secondMs, maxBatch: 10 },
  feed: { delayMs: 8 * secondMs, maxBatch: 20 },
  /** Posts in a call. */
  maxPerCall: 100,
  viewerIdChars: 100,
  forgetEveryMs: 30 * minuteMs,
  debugEveryMs: 5 * secondMs,
  debugEntries: 3,
} as const;

export const body = {
  json: 64 * KB,
  /** Of a JSON body: members and elements. The largest post has about 10 for each of its blocks. */
  maxValues: 50_000,
  post: 512 * KB,
  profilePicture: 14 * MB,
  imageBase64: 70 * MB,
  finalizeWithPost: 7 * MB,
  /** Room for the multipart envelope around an image of the largest size. */
  multipartEnvelope: 64 * KB,
} as const;

export const video = {
  maxBytes: 2048 * MB,
  metadataMs: 10 * secondMs,
  thumbnail: { maxSidePx: 800, quality: 0.9 },
  /** What the video form begins with, before it knows the line (product.md §9). */
  formChunkBytes: 256 * KB,
  chunkRetries: 3,
  chunkRetryMs: 2 * secondMs,
} as const;
export const chunk = { defaultBytes: MB, maxBytes: 16 * MB, maxPerUpload: 65_536 } as const;
export const upload = {
  perUser: 20,
  fingerprintMaxChars: 128,
  /** After the last chunk. */
  lifeMs: 24 * hourMs,
  /** Arrived bytes become durable, and are said to be there, after so many or so long. */
  flushBytes: 8 * MB,
  flushMs: 1 * secondMs,
} as const;
