-- Full text of memories, by row id. Contentless: the text itself is only in memory_memories.
-- `scope` holds hashed scope ids, so that a search reads the word lists of one scope only.
-- `body` holds pre-segmented words: irregular forms in their base form, CJK as character pairs.
CREATE VIRTUAL TABLE `memory_fts` USING fts5(`scope`, `body`, content='', contentless_delete=1, tokenize='porter unicode61');
--> statement-breakpoint
-- Whatever deletes a memory, its words go with it.
CREATE TRIGGER `memory_fts_delete` AFTER DELETE ON `memory_memories` BEGIN
	DELETE FROM `memory_fts` WHERE `rowid` = old.`seq`;
END;
