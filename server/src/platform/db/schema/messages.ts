/** A private message; messages of a thread are ordered by id. */
export interface MessageRow {
  id: string;
  /** The two ids in order, joined by ':'; the same whoever writes. */
  thread: string;
  sender_id: string;
  recipient_id: string;
  text: string;
  /** What the sender's device called it; unique for sender and recipient. */
  client_id: string | null;
  created_at: number;
  read_at: number | null;
}

/** A line of `user_id`'s inbox; maintained in the transaction that writes `messages`. */
export interface ConversationRow {
  user_id: string;
  partner_id: string;
  last_message_id: string;
}

/** `user_id` takes no messages from `blocked_id`. */
export interface MessageBlockRow {
  user_id: string;
  blocked_id: string;
  created_at: number;
}

export interface MessageTables {
  messages: MessageRow;
  conversations: ConversationRow;
  message_blocks: MessageBlockRow;
}
