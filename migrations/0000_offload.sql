CREATE TABLE `offload_handles` (
	`tenant` text NOT NULL,
	`handle` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`tokens` integer,
	`tokens_estimated` integer NOT NULL,
	`lines` integer,
	`media_type` text NOT NULL,
	`source` text NOT NULL,
	`trust_rank` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `handle`),
	CONSTRAINT "offload_handles_bytes" CHECK("offload_handles"."bytes" >= 0)
);
--> statement-breakpoint
CREATE INDEX `offload_handles_object` ON `offload_handles` (`tenant`,`sha256`);--> statement-breakpoint
CREATE INDEX `offload_handles_expiry` ON `offload_handles` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `offload_sessions` (
	`tenant` text NOT NULL,
	`session_id` text NOT NULL,
	`handle` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `session_id`, `handle`)
);
--> statement-breakpoint
CREATE INDEX `offload_sessions_handle` ON `offload_sessions` (`tenant`,`handle`);