-- The same request again and again.
wrk.method = os.getenv('METHOD')
local body = os.getenv('BODY')
if body ~= '' then
  wrk.body = body
  wrk.headers['content-type'] = 'application/json'
end
