/** A device that takes notifications, for as long as its session lives. */
export interface PushSubscriptionRow {
  id: string;
  user_id: string;
  session_id: string;
  /** An address of the browser's push service. Who knows it can reach the device, so it stays a secret. */
  endpoint: string;
  /** base64url, as the browser gave them. */
  p256dh: string;
  auth: string;
  /** Of the app on this device, for people who have chosen none. */
  language: 'en' | 'ro';
  created_at: number;
}

/** Something to tell people of; gone once it is told. */
export interface PushNoticeRow {
  id: string;
  /** Who did it; nobody is told of what they did themselves. */
  actor_id: string;
  /** A `Notice` (server/src/push/notice.ts) as JSON. */
  notice: string;
  created_at: number;
}

export interface PushDeliveryRow {
  notice_id: string;
  subscription_id: string;
  attempts: number;
  /** When it is to be sent (again); a server that is at it puts this ahead, so that no other one takes it. */
  due_at: number;
}

export interface PushTables {
  push_subscriptions: PushSubscriptionRow;
  push_notices: PushNoticeRow;
  push_deliveries: PushDeliveryRow;
}
