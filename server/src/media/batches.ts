/** SQLite takes 1,000 variables in a statement, and a row of references has six. */
const batchSize = 150;

/** Runs `work` over batches that fit into one statement, one after the other, and joins what they answer. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += batchSize) {
    results.push(...(await work(items.slice(at, at + batchSize))));
  }
  return results;
}
