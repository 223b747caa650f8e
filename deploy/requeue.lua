-- Puts back into n8n's queue what a dead worker was running: active jobs without a lock.
-- Moves only those that an earlier run within five minutes also found: a job that is just being
-- started has no lock for a moment. Run it twice, some seconds apart. Returns how many it moved.
local marks = 'bull:jobs:abandoned'
local moved = 0
local found = {}
for _, id in ipairs(redis.call('LRANGE', 'bull:jobs:active', 0, -1)) do
	if redis.call('EXISTS', 'bull:jobs:' .. id .. ':lock') == 1 then
		-- A worker has it.
	elseif redis.call('SISMEMBER', marks, id) == 1 then
		redis.call('LREM', 'bull:jobs:active', 1, id)
		redis.call('RPUSH', 'bull:jobs:wait', id)
		moved = moved + 1
	else
		found[#found + 1] = id
	end
end
redis.call('DEL', marks)
for _, id in ipairs(found) do
	redis.call('SADD', marks, id)
end
redis.call('EXPIRE', marks, 300)
return moved
